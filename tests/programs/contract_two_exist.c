// expect: unsafe
// args: --entry none --property default
// Two requirements may be kept by two elements.
int none(int *a)
__CPROVER_requires(__CPROVER_is_fresh(a, 4 * sizeof(int)))
__CPROVER_requires(__CPROVER_exists { int k; (0 <= k && k < 4) && a[k] == 1 })
__CPROVER_requires(__CPROVER_exists { int k; (0 <= k && k < 4) && a[k] == 2 })
__CPROVER_ensures(__CPROVER_return_value == 1)
;

int none(int *a) {
    return 0;
}
