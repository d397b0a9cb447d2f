// A member that is not volatile beside one that is stays memory.
// expect: safe
#include <assert.h>

struct device {
    volatile unsigned status;
    unsigned count;
};
static struct device device;

static unsigned bump(struct device *d)
{
    d->count = 4;
    if (d->status & 1)
        d->count++;
    return d->count;
}

int main(void)
{
    unsigned count = bump(&device);
    assert(count == 4 || count == 5);
    device.count = 7;
    assert(device.count == 7);
    return 0;
}
