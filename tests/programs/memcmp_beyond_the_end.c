// expect: unsafe
// args: --property default
// All bytes have to be there, though the first ones differ.
#include <string.h>
int main(void) {
    char a[4] = "abc", b[4] = "xyz";
    return memcmp(a, b, 8) > 0;
}
