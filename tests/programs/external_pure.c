// A function without a body that is taken to change nothing.
// expect: safe
// args: --property default --externals pure
#include <assert.h>
void read_sensor(int *value);
int main(void)
{
    int value = 0;
    read_sensor(&value);
    assert(value == 0);
    return 0;
}
