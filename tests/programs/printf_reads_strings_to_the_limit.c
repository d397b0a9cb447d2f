// expect: safe
// args: --property valid-memsafety
#include <stdio.h>
int main(void)
{
    char b[3] = {'a', 'b', 'c'};
    FILE *f = fopen("x", "w");
    printf("%.3s %s\n", b, "text");
    puts("end");
    if (f)
        fclose(f);
    return 0;
}
