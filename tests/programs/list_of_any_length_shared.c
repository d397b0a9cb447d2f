// expect: unsafe
// args: --property all
// Two links lead to one node, which is freed twice.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *head = NULL, *last = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            return 1;
        node->value = 7;
        node->next = head;
        if (!last)
            last = node;
        head = node;
    }
    if (last)
        last->next = head;
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
