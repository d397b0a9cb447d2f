// args: --entry rounds --property default
// expect: safe
// The invariant is not enough for a proof; the rest is found.
unsigned rounds(unsigned n)
__CPROVER_requires(n < 1000)
__CPROVER_ensures(__CPROVER_return_value == n)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
    __CPROVER_loop_invariant(i <= n)
    {
        sum++;
    }
    return sum;
}
