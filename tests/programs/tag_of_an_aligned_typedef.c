// expect: safe
// The alignment of a typedef is not that of the struct of the same name.
#include <assert.h>
typedef struct cache cache __attribute__((aligned(64)));

struct cache {
    int v;
};

struct a {
    char c;
    struct cache t;
};

struct b {
    char c;
    cache t;
};

int main(void)
{
    assert(sizeof(struct a) == 8);
    assert(sizeof(struct b) == 128);
    return 0;
}
