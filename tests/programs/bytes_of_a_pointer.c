// expect: unknown bytes of a pointer
#include <assert.h>

int main(void)
{
    int x;
    union { int *p; unsigned char bytes[sizeof(int *)]; } u;
    u.p = &x;
    int i = sizeof(int *) - 1;
    assert(u.bytes[i] == 0xa8);
    return 0;
}
