// expect: safe
// args: --entry doubled --property default
// The contract of `small` allows more than its body does: that is no violation of the program.
int small(int x)
__CPROVER_requires(x >= 0 && x < 10)
__CPROVER_ensures(__CPROVER_return_value >= 0)
;

int small(int x) {
    return x;
}

int doubled(int x)
__CPROVER_requires(x >= 0 && x < 10)
__CPROVER_ensures(__CPROVER_return_value >= 0)
;

int doubled(int x) {
    return 2 * small(x);
}
