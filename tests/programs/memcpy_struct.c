// expect: safe
// args: --data-model ILP32
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
extern void *memcpy(void *, const void *, unsigned);
struct pair { int a; char b; int *c; };
int main(void) {
    int x = __VERIFIER_nondet_int();
    struct pair p = { 1, 2, &x }, q;
    memcpy(&q, &p, sizeof p);
    if (q.a != 1 || q.b != 2 || *q.c != x)
        __VERIFIER_error();
    return 0;
}
