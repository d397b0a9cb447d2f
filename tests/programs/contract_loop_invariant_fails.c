// args: --entry count --property default
// expect: unsafe
// It does not hold when the loop ends.
unsigned count(unsigned n)
__CPROVER_requires(n > 0 && n < 1000)
{
    unsigned i;
    for (i = 0; i < n; i++)
    __CPROVER_loop_invariant(i < n)
    {
    }
    return i;
}
