// A pointer that a function without a body writes points to nothing of the program.
// expect: safe
// args: --property assert --externals arguments
#include <assert.h>
struct item { int *data; int size; };
void take(struct item *item);
int main(void)
{
    int own = 1;
    struct item item = {&own, 1};
    take(&item);
    if (item.data)
        *item.data = 2;
    assert(own == 1 || item.data == &own);
    return 0;
}
