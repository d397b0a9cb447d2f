/* A ring buffer between an interrupt and the main loop. */
#include <assert.h>

#define SIZE 8u

extern int byte_arrived(void);
extern int reader_ready(void);
extern unsigned char receive(void);

static unsigned char slots[SIZE];
static unsigned head, count;

static void put(unsigned char byte) {
    if (count == SIZE)
        return;
    slots[(head + count) % SIZE] = byte;
    count++;
}

static unsigned char get(void) {
    unsigned char byte = slots[head];
    head = (head + 1) % SIZE;
    count--;
    return byte;
}

int main(void) {
    for (;;) {
        if (byte_arrived())
            put(receive());
        if (reader_ready() && count > 0)
            get();
        assert(head < SIZE && count <= SIZE);
    }
}
