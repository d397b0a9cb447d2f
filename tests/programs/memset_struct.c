// expect: safe
// args: --data-model ILP32
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
extern void *memset(void *, int, unsigned);
struct pair { int a; char b; int *c; };
int main(void) {
    struct pair p;
    memset(&p, 0, sizeof p);
    if (p.a || p.b || p.c)
        __VERIFIER_error();
    memset(&p.a, 1, sizeof p.a);
    if (p.a != 0x01010101)
        __VERIFIER_error();
    return 0;
}
