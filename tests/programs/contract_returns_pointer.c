// args: --entry use --property default
// expect: unknown returns a pointer
int *first(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof(int)))
__CPROVER_ensures(__CPROVER_return_value == p);

int use(void)
{
    int x = 1;
    return *first(&x);
}
