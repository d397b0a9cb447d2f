// The conflict is never evaluated: the call before it does not return.
// expect: safe
// args: --property default
#include <stdlib.h>

int main(void)
{
    int i = 0;
    exit(0), i = i++;
    return i;
}
