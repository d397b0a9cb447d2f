// expect: unsafe
// args: --property default
// What a function without a body writes to a small object is exact, also where a copy makes two objects one set.
#include <string.h>

extern int bus_receive(unsigned char *buffer, int room);
static int registers[20];

int main(void)
{
    unsigned char in[64], out[64];
    bus_receive(in, sizeof in);
    memcpy(out, in, 6);
    registers[in[3]] = in[2];
    return 0;
}
