// args: --entry f --property default
// expect: unsafe
// "For all: A, or for all: B" is not "for all: A or B".
void f(int *a)
__CPROVER_requires(__CPROVER_is_fresh(a, 8))
__CPROVER_assigns(__CPROVER_object_whole(a))
__CPROVER_ensures(__CPROVER_forall { int k; (0 <= k && k < 2) ==> a[k] == 0 }
    || __CPROVER_forall { int k; (0 <= k && k < 2) ==> a[k] == 1 })
{
    a[0] = 0;
    a[1] = 1;
}
