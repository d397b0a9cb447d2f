// expect: unknown
// The length of an array is printed as text: `(T) + 1` is no cast where a variable hides the type.
#include <assert.h>
typedef char T;

int f(void)
{
    int T = 3;
    char a[(T) + 1];
    return sizeof a;
}

int main(void)
{
    assert(f() == 1);
    return 0;
}
