// args: --entry f --property default
// expect: unknown
// An unsigned bound is compared as unsigned: 0 <= k holds for negative k too, and -3 < 5u does not.
int f(int *a, unsigned n)
__CPROVER_requires(__CPROVER_is_fresh(a, 20) && n == 5)
__CPROVER_ensures(__CPROVER_exists { int k; (-3 <= k && k < n) && a[k] == 7 })
{
    return a[0] == 7;
}
