// A function without a body writes to what its argument points to.
// expect: unsafe
// args: --property default
#include <assert.h>
void read_sensor(int *value);
int main(void)
{
    int value = 0;
    read_sensor(&value);
    assert(value == 0);
    return 0;
}
