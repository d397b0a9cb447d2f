// expect: safe
// All nodes of a list of any length hold what was written.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            return 1;
        node->value = 7;
        node->next = head;
        head = node;
    }
    for (struct node *node = head; node; node = node->next)
        assert(node->value == 7);
    return 0;
}
