// expect: unknown
// A word in _Alignas may be a macro.
#include <assert.h>
typedef char q;
#define q long

struct s {
    char c;
    _Alignas(q) char d;
};

int main(void)
{
    assert(sizeof(struct s) == 16);
    return 0;
}
