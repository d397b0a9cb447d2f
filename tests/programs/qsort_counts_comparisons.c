// expect: unknown
// How often elements are compared depends on the library.
#include <assert.h>
#include <stdlib.h>
static int calls;
static int compare(const void *a, const void *b) {
    calls++;
    return *(const int *)a - *(const int *)b;
}
int main(void) {
    int v[4] = {1, 2, 3, 4};
    qsort(v, 4, sizeof *v, compare);
    assert(calls == 3);
    return 0;
}
