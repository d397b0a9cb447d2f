// args: --entry add --property default
// expect: unsafe
// After the first round the value is not that before the loop.
unsigned add(unsigned n, unsigned x)
__CPROVER_requires(n < 10)
{
    for (unsigned i = 0; i < n; i++)
    __CPROVER_loop_invariant(x == __CPROVER_loop_entry(x))
    {
        x++;
    }
    return x;
}
