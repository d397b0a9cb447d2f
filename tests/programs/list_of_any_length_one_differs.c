// expect: unsafe
// args: --property assert
// The third node holds something else.
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
    int count = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            return 1;
        count++;
        node->value = count == 3 ? 8 : 7;
        node->next = head;
        head = node;
    }
    for (struct node *node = head; node; node = node->next)
        assert(node->value == 7);
    return 0;
}
