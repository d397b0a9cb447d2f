// args: --entry f --property default
// expect: safe
// Two statements about all values that hold both.
void f(int *a)
__CPROVER_requires(__CPROVER_is_fresh(a, 8))
__CPROVER_assigns(__CPROVER_object_whole(a))
__CPROVER_ensures(__CPROVER_forall { int k; (0 <= k && k < 2) ==> a[k] >= 0 }
    && __CPROVER_forall { int k; (0 <= k && k < 2) ==> a[k] <= 1 })
{
    a[0] = 0;
    a[1] = 1;
}
