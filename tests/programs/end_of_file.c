// expect: unsafe
// args: --property default
// Before anything was read no file has met its end.
#include <stdio.h>

int main(void)
{
    char line[4];
    FILE *file = fopen("a", "r");
    if (!file)
        return 1;
    int n = 0;
    if (!feof(file))
        line[n + 4] = 0;
    fclose(file);
    return 0;
}
