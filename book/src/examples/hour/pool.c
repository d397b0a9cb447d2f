/* A pool of blocks of one size. */
#include <assert.h>

#define BLOCKS 8u

extern int wants_block(void);
extern unsigned gives_back(void);

static unsigned char used[BLOCKS];
static unsigned in_use;

static int take(void) {
    for (unsigned i = 0; i < BLOCKS; i++)
        if (!used[i]) {
            used[i] = 1;
            in_use++;
            return (int)i;
        }
    return -1;
}

static void give(unsigned block) {
    if (block < BLOCKS && used[block]) {
        used[block] = 0;
        in_use--;
    }
}

int main(void) {
    for (int round = 0; round < 3; round++) {
        int block = wants_block() ? take() : -1;
        if (block >= 0)
            assert(used[block] == 1);
        give(gives_back());
    }
    return 0;
}
