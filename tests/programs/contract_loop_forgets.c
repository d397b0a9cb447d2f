// args: --entry rounds --property default
// expect: unsafe
// The invariant says nothing about the sum.
unsigned rounds(unsigned n)
__CPROVER_requires(n < 10)
__CPROVER_ensures(__CPROVER_return_value == 0)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
    __CPROVER_loop_invariant(i <= n)
    {
        sum++;
    }
    return sum;
}
