// expect: safe
// Error codes travel as pointers; they are computed from no address.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
extern void *malloc(unsigned long);
static int is_error(const void *p) { return (unsigned long)p >= -4095UL; }
static void *error_pointer(long code) { return (void *)code; }
static int *make(void) {
    int code = __VERIFIER_nondet_int();
    if (code < 0 && code > -4095)
        return error_pointer(code);
    int *made = malloc(sizeof(int));
    return made ? made : error_pointer(-12);
}
int main(void) {
    int x = 1;
    int *p = make();
    if (!is_error(p)) {
        *p = 7;
        if (x != 1 || *p != 7)
            __VERIFIER_error();
    }
    return 0;
}
