#include <assert.h>

extern volatile int status;

int main(void)
{
    int first = status;
    int second = status;
    assert(first == second);
    return 0;
}
