// expect: safe
// args: --property default
// A function without a body writes to the object that it is given, and to no other one.
#include <assert.h>
#include <string.h>

extern void receive(unsigned char *buffer);

static void fill(unsigned char *to)
{
    receive(to);
}

int main(void)
{
    unsigned char first[4] = { 1, 2, 3, 4 }, second[4] = { 5, 6, 7, 8 };
    unsigned char *swap = first;
    fill(second);
    assert(first[1] == 2);
    swap = second;
    fill(swap);
    assert(first[0] + first[3] == 5);
    return 0;
}
