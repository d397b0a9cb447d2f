// expect: unsafe
// args: --property default
// Which of the two objects is written is known, and that the other one is not.
#include <assert.h>

extern void receive(unsigned char *buffer);
extern int choose(void);

static unsigned char first[4], second[4];

int main(void)
{
    int which = choose();
    receive(which ? first : second);
    assert(!which || first[2] != 7 || second[2] != 0);
    return 0;
}
