// expect: unknown
// The comparison is no order, so the result depends on how elements are sorted. C leaves it undefined.
#include <assert.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    return (int)(*(const unsigned *)a - *(const unsigned *)b);
}

int main(void)
{
    unsigned numbers[3] = {0x60000000u, 0, 0xC0000000u};
    qsort(numbers, 3, sizeof *numbers, compare);
    assert(numbers[0] == 0);
    return 0;
}
