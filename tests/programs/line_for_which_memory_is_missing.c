// expect: safe
// args: --property default --allocation may-fail
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    char *line = 0;
    size_t n = 0;
    if (getline(&line, &n, stdin) > 0)
        line[0] = 1;
    free(line);
    return 0;
}
