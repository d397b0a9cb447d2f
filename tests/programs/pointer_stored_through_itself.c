// expect: safe
// What is written and what is noted about it are both meant in the state before the write.
#include <assert.h>
#include <stdlib.h>
struct node {
    struct node *next;
    int key;
};
int main(void)
{
    struct node *a = malloc(sizeof *a);
    struct node *b = malloc(sizeof *b);
    unsigned char *bytes;
    if (!a || !b)
        return 0;
    a->next = b;
    b->next = a;
    a->key = 1;
    b->key = 2;
    bytes = (unsigned char *)&a->key;
    bytes[0] = 3;
    a->next->next = a->next;
    a->next = a->next->next->next;
    assert(a->next == b && b->next == b);
    assert(a->key == 3 && a->next->key == 2);
    return 0;
}
