/* Date and time packed into 32 bits, and back. */
#include <assert.h>
#include <stdint.h>

extern unsigned any_day(void), any_hour(void), any_minute(void);

static uint32_t packed(unsigned day, unsigned hour, unsigned minute) {
    return (uint32_t)day << 11 | hour << 6 | minute;
}

int main(void) {
    unsigned day = any_day() % 366, hour = any_hour() % 24, minute = any_minute() % 60;
    uint32_t word = packed(day, hour, minute);
    assert(word >> 11 == day);
    assert((word >> 6 & 31u) == hour);
    assert((word & 63u) == minute);
    return 0;
}
