// expect: unsafe
// args: --property default
// There is no string yet whose next piece this could be.
#include <string.h>

int main(void) {
    return strtok(NULL, " ") != NULL;
}
