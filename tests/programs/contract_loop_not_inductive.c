// args: --entry rounds --property default
// expect: unsafe
// It holds before the loop and not after the second round.
unsigned rounds(unsigned n)
__CPROVER_requires(n > 2 && n < 10)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
    __CPROVER_loop_invariant(i <= n && sum <= 1)
    {
        sum++;
    }
    return sum;
}
