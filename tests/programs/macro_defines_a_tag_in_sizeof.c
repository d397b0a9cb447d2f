// expect: unknown
// A macro may define a tag where clang's dump does not show it: `struct s` is the inner one from there on.
#include <assert.h>
#define DEF(n) struct n { char c[9]; }

struct s {
    int a;
    char b;
};

int main(void)
{
    int k = sizeof(DEF(s));
    struct s v;
    assert(sizeof v == 8);
    return k;
}
