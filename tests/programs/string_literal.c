// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
static int length(const char *s) { int n = 0; while (*s++) n++; return n; }
int main(void) {
    const char *word = "invar";
    if (length(word) != 5 || word[2] != 'v')
        __VERIFIER_error();
    return 0;
}
