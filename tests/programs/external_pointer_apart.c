// expect: safe
// An object whose address nobody outside knows is not changed from outside.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
extern int *probe(void);
int main(void) {
    int mine = 3;
    int *theirs = probe(), *p = &mine;
    if (theirs)
        *theirs = 4;
    if (*p != 3)
        __VERIFIER_error();
    return 0;
}
