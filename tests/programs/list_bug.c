// expect: unsafe
// args: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
extern void *malloc(unsigned long);
struct node { int value; struct node *next; };
int main(void) {
    struct node *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof(struct node));
        fresh->value = __VERIFIER_nondet_int();
        fresh->next = head;
        head = fresh;
    }
    if (head && head->next && head->value + 1 == head->next->value)
        __VERIFIER_error();
    return 0;
}
