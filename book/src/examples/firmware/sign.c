#include <stdint.h>

extern char received(void);
extern void reach_error(void);

int main(void)
{
    char byte = received();
    if (byte < 0)
        reach_error();
    return 0;
}
