// expect: safe
// glibc takes values of `signed char` for those of `unsigned char`.
#include <assert.h>
#include <ctype.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    int c = __VERIFIER_nondet_char();
    if (c < -1) {
        assert(toupper(c) == c + 256);
        assert(tolower(c) == c + 256);
    }
    return 0;
}
