// expect: safe
// Nodes are appended at the tail; all hold what was written.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *head = NULL, *tail = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = 3;
        node->next = NULL;
        if (tail)
            tail->next = node;
        else
            head = node;
        tail = node;
    }
    for (struct node *node = head; node; node = node->next)
        assert(node->value == 3);
    return 0;
}
