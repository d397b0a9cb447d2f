// The handler comes between two members of an initialiser.
// expect: unsafe
// args: --isr tick
#include <assert.h>

static int s;

void tick(void)
{
    s = !s;
}
struct p {
    int a, b;
};

int main(void)
{
    struct p q = { s, s };
    assert(q.a == q.b);
    return 0;
}
