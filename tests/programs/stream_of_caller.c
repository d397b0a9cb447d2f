// expect: unknown model of a library function
// args: --entry save --property default
// Whether a caller's stream is open is not known.
#include <stdio.h>

int save(FILE *file, int value) {
    if (!file)
        return -1;
    fprintf(file, "%d\n", value);
    return 0;
}
