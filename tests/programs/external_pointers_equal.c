// expect: unsafe
// Pointers of two functions without a body that are equal lead to one object.
#include <assert.h>

extern long *first(void), *second(void);

int main(void)
{
    long *p = first(), *q = second();
    if (p && p == q) {
        *p = 1;
        *q = 2;
        assert(*p == 1);
    }
    return 0;
}
