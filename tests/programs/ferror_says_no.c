// expect: unsafe
// args: --property default
// ferror may say no until a stream has failed: what comes after it is claimed.
#include <stdio.h>

int main(void)
{
    unsigned char header[4];
    static int table[8];
    size_t n = fread(header, 1, sizeof header, stdin);
    if (ferror(stdin) || n < 4)
        return 1;
    return table[header[0]];
}
