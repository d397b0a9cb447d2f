// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
struct link { struct link *next; };
struct item { int key; struct link link; };
static int key_of(struct link *l) {
    return ((struct item *)((char *)l - __builtin_offsetof(struct item, link)))->key;
}
int main(void) {
    struct item a, b;
    a.key = __VERIFIER_nondet_int();
    b.key = 5;
    a.link.next = &b.link;
    b.link.next = &a.link;
    if (key_of(a.link.next) != 5 || key_of(a.link.next->next) != a.key)
        __VERIFIER_error();
    return 0;
}
