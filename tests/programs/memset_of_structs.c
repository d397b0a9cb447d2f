// expect: safe
// args: --data-model LP64
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void *memset(void *, int, unsigned long);
struct a { int x; char *p; };
struct b { long y; struct b *next; char tag; };
static void *zalloc(unsigned long size) { return memset(malloc(size), 0, size); }
int main(void) {
    struct a *a = zalloc(sizeof *a);
    struct b *b = zalloc(sizeof *b);
    if (a->x || a->p || b->y || b->next || b->tag)
        __VERIFIER_error();
    b->y = 5;
    a->x = 3;
    if (a->x != 3 || b->y != 5 || b->next)
        __VERIFIER_error();
    return 0;
}
