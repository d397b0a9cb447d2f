// args: --entry f --property default
// expect: unknown
// 256 <= k holds for no unsigned char k, so nothing is required of the elements.
int f(unsigned char *a)
__CPROVER_requires(__CPROVER_is_fresh(a, 16))
__CPROVER_requires(__CPROVER_forall { unsigned char k; (256 <= k && k < 10) ==> a[k] == 0 })
__CPROVER_ensures(__CPROVER_return_value == 0)
{
    return a[3];
}
