// char has no negative values.
// expect: safe
// args: --clang-arg=-funsigned-char
#include <assert.h>
#include <limits.h>

int main(void)
{
    char c = (char)200;
    const char *text = "\xff";
    assert(c == 200);
    assert(CHAR_MIN == 0 && CHAR_MAX == 255);
    assert(text[0] == 255 && '\xff' == 255);
    assert((char)-1 > 0);
    return 0;
}
