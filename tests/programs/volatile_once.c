// READ_ONCE of an ordinary object: memory.
// expect: safe
#include <assert.h>

#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, v) (*(volatile __typeof__(x) *)&(x) = (v))
static int shared;

int main(void)
{
    WRITE_ONCE(shared, 5);
    assert(READ_ONCE(shared) == 5);
    return 0;
}
