// expect: unsafe
// args: --property default
// The program has a `printf` of its own, which writes to a buffer.
#include <assert.h>

static char buffer[8];
static int position;

int printf(const char *format, ...) {
    while (*format && position < 8)
        buffer[position++] = *format++;
    return position;
}

int main(void) {
    printf("ready");
    assert(position == 0);
    return 0;
}
