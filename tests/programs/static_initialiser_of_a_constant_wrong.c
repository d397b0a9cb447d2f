// expect: unsafe
// The twin of static_initialiser_reads_a_constant.c: the value is not zero.
#include <assert.h>

static const int base = 5;
static int sum = base + 1;

int main(void) { assert(sum == 1); }
