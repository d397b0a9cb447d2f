// expect: safe
// The text between the macro and the function does not belong to the function.
#include <assert.h>
#define entry main
struct pair {
    int first, second;
};

entry(void)
{
    struct pair pair = { 1, 2 };
    assert(pair.first + pair.second == 3);
    return 0;
}
