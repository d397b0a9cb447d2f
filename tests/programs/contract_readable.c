// args: --entry same --property default
// expect: safe
// Without __CPROVER_is_fresh both may be the same object.
int same(const int *a, const int *b)
__CPROVER_requires(__CPROVER_r_ok(a, sizeof(int)) && __CPROVER_r_ok(b, sizeof(int)))
__CPROVER_ensures(__CPROVER_return_value == (*a == *b))
{
    return *a == *b;
}
