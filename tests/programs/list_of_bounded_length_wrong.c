// expect: unsafe
// Addresses of nodes are one of a few constants: the sum of eight values is wrong.
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = head;
    return node;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 8)
        n = 8;
    struct node *head = NULL;
    for (unsigned i = 0; i < n; i++)
        head = push(head, (int)i);
    int sum = 0;
    for (struct node *node = head; node; node = node->next)
        sum += node->value;
    assert(n == 0 || sum == (int)(n * (n - 1) / 2 + n / 8));
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
