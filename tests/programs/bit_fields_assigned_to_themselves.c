// expect: safe
// A struct is assigned to itself: bit-fields that share a byte with padding keep their value.
#include <assert.h>

struct fields {
    signed low : 24;
    signed high : 15;
    unsigned between : 3;
};

static struct fields global = {1424, -63, 5};

int main(void)
{
    struct fields *pointer = &global;
    *pointer = global;
    assert(global.low == 1424 && global.high == -63 && global.between == 5);
    return 0;
}
