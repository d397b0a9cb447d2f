// expect: unknown
// A comment or a digraph may be inside the definition of a tag.
#include <assert.h>

struct s {
    int a;
    char b;
};

int main(void)
{
    int k = sizeof(struct/**/s <% char c[9]; %>);
    assert(sizeof(struct s) == 8);
    return k;
}
