// args: --entry rounds --property default
// expect: unsafe
// What a call by contract in the loop changes is not what it was before.
void set(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof(int)))
__CPROVER_assigns(*p);

int rounds(unsigned n)
__CPROVER_requires(n < 10)
__CPROVER_ensures(__CPROVER_return_value == 0)
{
    int x = 0;
    for (unsigned i = 0; i < n; i++)
    __CPROVER_loop_invariant(i <= n)
    {
        set(&x);
    }
    return x;
}
