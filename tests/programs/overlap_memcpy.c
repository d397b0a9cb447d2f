// memcpy between parts of one array that overlap.
// expect: unsafe
// args: --property overlap
#include <string.h>
int main(void)
{
    char a[8] = "abcdefg";
    memcpy(a + 1, a, 4);
    return a[1];
}
