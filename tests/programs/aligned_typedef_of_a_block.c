// expect: unknown
// A typedef of a block is none of the file.
#include <assert.h>
typedef int word;

int f(void)
{
    typedef int word __attribute__((aligned(16)));
    struct s {
        char c;
        word x;
    };
    return sizeof(struct s);
}

struct u {
    char c;
    word x;
};

int main(void)
{
    assert(f() == 32);
    assert(sizeof(struct u) == 8);
    return 0;
}
