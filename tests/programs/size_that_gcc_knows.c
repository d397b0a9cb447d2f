// expect: unknown
// gcc knows the size of a declared array.
#include <assert.h>

int main(void)
{
    char a[10];
    assert(__builtin_object_size(a, 0) == (unsigned long)-1);
    return 0;
}
