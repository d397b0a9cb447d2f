// expect: unsafe
// args: --entry same --property default
// That some element is zero says nothing about the others.
int same(int *a)
__CPROVER_requires(__CPROVER_is_fresh(a, 4 * sizeof(int)))
__CPROVER_requires(__CPROVER_exists { int k; (0 <= k && k < 4) && a[k] == 0 })
__CPROVER_ensures(__CPROVER_forall { int k; (0 <= k && k < 4) ==> a[k] == 0 })
;

int same(int *a) {
    return 0;
}
