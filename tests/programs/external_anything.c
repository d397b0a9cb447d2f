// A function without a body may change anything: what follows is not known.
// expect: unknown anything
// args: --property default --externals anything
#include <assert.h>
void read_sensor(int *value);
int main(void)
{
    int value = 0;
    read_sensor(&value);
    assert(value == 0);
    return 0;
}
