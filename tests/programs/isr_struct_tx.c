// Both sides call one function with two queues.
// expect: safe
// args: --isr tick
#include <assert.h>

struct q {
    unsigned n, cap;
    unsigned char data[4];
};
static struct q rx = { 0, 4 }, tx = { 0, 4 };

static void put(struct q *q, unsigned char c)
{
    if (q->n < q->cap) {
        q->data[q->n] = c;
        q->n++;
    }
}

void tick(void)
{
    put(&rx, 1);
}

int main(void)
{
    put(&tx, 2);
    put(&tx, 3);
    assert(tx.n == 2);
    return 0;
}
