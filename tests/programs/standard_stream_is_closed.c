// expect: safe
// args: --property all
#include <stdio.h>
int main(void)
{
    puts("done");
    fclose(stdout);
    return 0;
}
