// expect: safe
// What code that is not there returns cannot hold the address of a local that was never given away.
#include <assert.h>

struct entry {
    int *place;
};

extern struct entry *lookup(int number);

int main(void) {
    int total = 0;
    struct entry *entry = lookup(1);
    if (entry)
        assert(entry->place != &total);
    return total;
}
