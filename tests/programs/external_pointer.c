// expect: unsafe
// A pointer from outside leads to objects that hold anything.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
struct device { int irq; struct device *parent; };
extern struct device *probe(void);
int main(void) {
    struct device *d = probe();
    if (d && d->parent && d->parent->irq == 7)
        __VERIFIER_error();
    return 0;
}
