// expect: unknown largest number of its type
// args: --entry none --property default
// The counter would never reach the end of the range.
int none(const int *a)
__CPROVER_requires(__CPROVER_is_fresh(a, 300 * sizeof(int)))
__CPROVER_ensures(__CPROVER_exists { unsigned char k; (0 <= k && k < 300) && a[k] == 1 })
;

int none(const int *a) {
    return 0;
}
