// args: --entry f --property default
// expect: unsafe
// The value that exists is not the one of which something holds for all.
void f(int *a)
__CPROVER_requires(__CPROVER_is_fresh(a, 8))
__CPROVER_assigns(__CPROVER_object_whole(a))
__CPROVER_ensures((__CPROVER_exists { int k; (0 <= k && k < 2) && a[k] == 1 })
    ==> (__CPROVER_forall { int k; (0 <= k && k < 2) ==> a[k] == 1 }))
{
    a[0] = 0;
    a[1] = 1;
}
