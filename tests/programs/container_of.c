// expect: safe
// args: --property default
// `offsetof` inside other macros, with typeof, members of members, elements and anonymous members.
#include <assert.h>
#include <stddef.h>

struct node {
    struct node *next;
};

struct inner {
    int counts[4];
    union {
        int whole;
        struct {
            short low, high;
        };
    };
};

struct item {
    char tag;
    struct inner inner;
    struct node link;
};

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))
#define entry_of(pointer, sample, member) \
    ((__typeof__(*(sample)) *)((char *)(pointer) - __builtin_offsetof(__typeof__(*(sample)), member)))
#define LARGER(a, b) ((a) > (b) ? (a) : (b))

_Static_assert(offsetof(struct item, inner.counts[2]) == 12, "an integer constant expression");
enum { HIGH = offsetof(struct item, inner.high) };

int main(void)
{
    struct item item = {0};
    struct node *node = &item.link;
    container_of(node, struct item, link)->tag = 7;
    assert(item.tag == 7);
    entry_of(node, &item, link)->inner.high = 9;
    assert(item.inner.high == 9);
    assert(HIGH == 22);
    assert(LARGER(offsetof(struct item, inner.counts[1]), offsetof(struct item, tag)) == 8);
    assert(*(short *)((char *)&item + HIGH) == 9);
    return 0;
}
