// The usual sign of char, said.
// expect: safe
// args: --clang-arg=-funsigned-char --clang-arg=-fsigned-char
#include <assert.h>

int main(void)
{
    char c = (char)200;
    assert(c == -56);
    return 0;
}
