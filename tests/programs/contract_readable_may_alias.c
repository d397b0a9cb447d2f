// args: --entry set --property default
// expect: unsafe
int set(int *a, int *b)
__CPROVER_requires(__CPROVER_rw_ok(a, sizeof(int)) && __CPROVER_rw_ok(b, sizeof(int)))
__CPROVER_assigns(*a, *b)
__CPROVER_ensures(__CPROVER_return_value == 1)
{
    *a = 1;
    *b = 2;
    return *a;
}
