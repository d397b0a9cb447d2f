// expect: safe
#include <assert.h>
#include <stdio.h>
int main(void)
{
    char b[8];
    assert(sprintf(b, "%d%s", 12, "ab") == 4);
    assert(b[1] == '2' && b[3] == 'b' && b[4] == 0);
    assert(snprintf(b, 3, "xyz%c", 'u') == 4 && b[2] == 0);
    return 0;
}
