/* CRC-8 over a frame whose length comes from outside. */
#include <assert.h>

#define LONGEST 64u

extern unsigned length_field(void);
extern unsigned char receive(void);

int main(void) {
    unsigned char frame[LONGEST];
    unsigned length = length_field();
    if (length > LONGEST + 1)
        return 1;
    for (unsigned i = 0; i < length; i++)
        frame[i] = receive();
    unsigned crc = 0;
    for (unsigned i = 0; i < length; i++) {
        crc ^= frame[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 0x80u ? (crc << 1 ^ 0x07u) & 0xffu : crc << 1;
        assert(crc <= 0xffu);
    }
    return 0;
}
