// expect: unknown float constant
// gcc folds the constant to the largest int; at run time the processor yields the smallest.
#include <assert.h>

int main(void)
{
    int folded = (int)2147483648.0f;
    assert(folded == 2147483647);
    return 0;
}
