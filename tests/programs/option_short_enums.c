// Enumerations have the smallest type that has room for their values.
// expect: safe
// args: --clang-arg=-fshort-enums
#include <assert.h>
#include <stddef.h>

enum small { A, B = 255 };
enum negative { C = -1, D = 127 };
enum medium { E, F = 256 };
enum large { G = 70000 };
struct mixed {
    enum small s;
    enum medium m;
    enum large l;
    enum negative n;
};

int main(void)
{
    assert(sizeof(enum small) == 1 && sizeof(enum negative) == 1);
    assert(sizeof(enum medium) == 2 && sizeof(enum large) == 4);
    assert(offsetof(struct mixed, m) == 2 && offsetof(struct mixed, l) == 4);
    assert(offsetof(struct mixed, n) == 8 && sizeof(struct mixed) == 12);
    struct mixed x = { B, F, G, C };
    assert(x.s == 255 && x.m == 256 && x.l == 70000 && x.n == -1);
    return 0;
}
