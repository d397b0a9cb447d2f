// expect: safe
// Links lead to live nodes, and no two to the same one: a list of any length is built, read and freed.
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
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
