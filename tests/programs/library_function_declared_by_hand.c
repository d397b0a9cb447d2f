// expect: unknown library function pread
#include <assert.h>
extern long pread(int, void *, unsigned long, long);
int main(void)
{
    char b[1] = {0};
    pread(0, b, 1, 0);
    assert(b[0] == 0);
    return 0;
}
