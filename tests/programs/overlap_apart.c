// Parts that touch do not overlap; memmove may overlap; nothing overlaps nothing.
// expect: safe
// args: --property default
#include <assert.h>
#include <string.h>
int main(void)
{
    char a[8] = "abcdefg";
    memcpy(a + 4, a, 4);
    memmove(a + 1, a, 4);
    memcpy(a, a, 0);
    assert(a[1] == 'a' && a[5] == 'b');
    return 0;
}
