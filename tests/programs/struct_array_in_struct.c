// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
struct inner { char tag; int value; };
struct outer { int count; struct inner items[3]; };
static void put(struct outer *o, int i, int v) { o->items[i].value = v; o->count++; }
int main(void) {
    struct outer o = { 0 };
    put(&o, 1, 7);
    struct inner *p = o.items;
    p++;
    if (p->value != 7 || o.count != 1 || o.items[0].value != 0)
        __VERIFIER_error();
    return 0;
}
