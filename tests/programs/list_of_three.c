// expect: safe
// args: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
extern void *malloc(unsigned long);
struct node { int value; struct node *next; };
int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 3; i++) {
        struct node *fresh = malloc(sizeof(struct node));
        fresh->value = i;
        fresh->next = head;
        head = fresh;
    }
    int sum = 0;
    for (struct node *n = head; n; n = n->next)
        sum = sum * 10 + n->value;
    if (sum != 210)
        __VERIFIER_error();
    return 0;
}
