// A volatile member is an input, also behind a pointer.
// expect: unsafe
#include <assert.h>

struct device {
    unsigned count;
    volatile unsigned status;
};
static struct device device;

static int same(struct device *d)
{
    unsigned first = d->status;
    return first == d->status;
}

int main(void)
{
    assert(same(&device));
    return 0;
}
