// expect: unsafe
// args: --property valid-deref
#include <stdio.h>
int main(void)
{
    FILE *f = fopen("x", "w");
    if (!f)
        return 0;
    fclose(f);
    fputs("x", f);
    return 0;
}
