// expect: unknown free of memory of code that is not there
// args: --entry destroy --property default
// Whether a caller's memory was allocated is not known.
#include <stdlib.h>

struct vector {
    int *data;
};

void destroy(struct vector *vector) {
    if (vector)
        free(vector->data);
}
