// expect: safe
// The format is in a variable that is assigned once; what is printed does not matter.
#include <assert.h>
#include <stdio.h>
static int ask(char *text)
{
    const char *format;
    format = (const char *)"%s\n";
    if (text[0])
        printf(format, text);
    return 1;
}
int main(void)
{
    const char *other = "%d\n";
    int x = ask("ready?");
    printf(other, x);
    assert(x == 1);
    return 0;
}
