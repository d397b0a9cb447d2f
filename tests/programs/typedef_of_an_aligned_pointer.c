// expect: safe
// A typedef of a pointer has its own alignment; a pointer to such a one has not.
#include <assert.h>
typedef int *P __attribute__((aligned(16)));

struct s {
    char c;
    P p;
};

struct t {
    char c;
    P *p;
};

int main(void)
{
    assert(sizeof(struct s) == 32);
    assert(sizeof(struct t) == 16);
    return 0;
}
