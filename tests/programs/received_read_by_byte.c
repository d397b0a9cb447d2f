// expect: unsafe
// args: --property default
// Code reads only one byte, in the middle of a number that a function without a body writes.
#include <assert.h>

extern void receive(int *number);
extern int choose(void);

int main(void)
{
    int first = 0, second = 0;
    const unsigned char *bytes = (const unsigned char *)(choose() ? &first : &second);
    receive(&first);
    receive(&second);
    assert(bytes[2] == 0);
    return 0;
}
