// expect: unsafe
// args: --property default
#include <stdio.h>
int main(void)
{
    fclose(stderr);
    return fputs("late", stderr);
}
