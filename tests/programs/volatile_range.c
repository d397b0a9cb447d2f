// A read gives a value of the object's type, a bit-field one of its width.
// expect: safe
#include <assert.h>

struct flags {
    unsigned ready : 1;
    unsigned level : 3;
};
static volatile unsigned char data;
static volatile _Bool bit;
static volatile struct flags flags;

int main(void)
{
    unsigned value = data;
    assert(value <= 255);
    int b = bit;
    assert(b == 0 || b == 1);
    unsigned level = flags.level;
    assert(level <= 7);
    return 0;
}
