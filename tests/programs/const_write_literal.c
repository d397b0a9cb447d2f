// A string literal is written to through a pointer.
// expect: unsafe
// args: --property default
#include <assert.h>
int main(void)
{
    char *text = "abc";
    text[0] = 'x';
    assert(text[1] == 'b');
    return 0;
}
