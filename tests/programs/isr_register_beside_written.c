// An object that the program never writes is an input, also where a function without a body gets its address.
// expect: unsafe
// args: --checks default --isr tick
#include <assert.h>
volatile unsigned status;
void note_address(volatile const unsigned *where);
int ticks;
void tick(void)
{
    ticks = 1;
}
int main(void)
{
    note_address(&status);
    assert(status == 0);
    return 0;
}
