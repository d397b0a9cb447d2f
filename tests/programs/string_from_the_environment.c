// expect: safe
// args: --property valid-deref
// A string of any length ends inside its object.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = getenv("X");
    if (!s)
        return 0;
    return strlen(s) > 3;
}
