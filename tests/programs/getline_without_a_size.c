// expect: unsafe
// args: --property valid-memtrack
// A buffer whose size is said to be zero is left as it is: nothing frees it.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *first = malloc(4);
    if (!first)
        return 0;
    char *line = first;
    size_t size = 0;
    getline(&line, &size, stdin);
    free(line);
    return 0;
}
