// The lock is a plain variable: what the list holds does not matter for it.
// expect: safe
// args: --property unreach-call --memory-reading forgotten
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
    int value;
    void (*visit)(struct item *);
};

static int locked;

static void lock(void)
{
    if (locked)
        reach_error();
    locked = 1;
}

static void unlock(void)
{
    if (!locked)
        reach_error();
    locked = 0;
}

static void visit(struct item *item)
{
    lock();
    item->value++;
    unlock();
}

int main(void)
{
    struct item *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *item = malloc(sizeof *item);
        if (!item)
            break;
        item->next = head;
        item->visit = visit;
        head = item;
    }
    lock();
    int sum = 0;
    for (struct item *item = head; item; item = item->next)
        sum += item->value;
    unlock();
    if (head)
        head->visit(head);
    return sum;
}
