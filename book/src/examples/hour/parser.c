/* Fields with a length before them, in a packet. */
#include <assert.h>

#define PACKET 48u

extern unsigned char receive(void);

int main(void) {
    unsigned char packet[PACKET];
    for (unsigned i = 0; i < PACKET; i++)
        packet[i] = receive();
    unsigned at = 0, fields = 0;
    while (at < PACKET) {
        unsigned length = packet[at];
        if (length == 0 || length >= PACKET - at)
            break;
        unsigned char last = packet[at + length];
        (void)last;
        at += length + 1;
        fields++;
        assert(fields <= PACKET);
    }
    return 0;
}
