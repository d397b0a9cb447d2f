// args: --entry use --property default
// expect: unknown must be fresh
// The called function may know the variable by its name, so it is not fresh for it.
int shared;
void set(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof(int)))
__CPROVER_assigns(*p)
__CPROVER_ensures(*p == 1 && shared == __CPROVER_old(shared));

int use(void)
__CPROVER_assigns(shared)
__CPROVER_ensures(__CPROVER_return_value != 1)
{
    shared = 0;
    set(&shared);
    return shared;
}
