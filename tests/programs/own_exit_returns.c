// expect: unsafe
// args: --property default
// The program has a `quick_exit` of its own, which returns: then there is no value.
void quick_exit(int code) {
    (void)code;
}

static int value(int x) {
    if (x)
        return 1;
    quick_exit(1);
}

extern int __VERIFIER_nondet_int(void);

int main(void) {
    return value(__VERIFIER_nondet_int());
}
