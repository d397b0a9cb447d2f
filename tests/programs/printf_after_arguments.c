// expect: unsafe
// args: --property default
// The string is read after all arguments are evaluated, when it is freed.
#include <stdio.h>
#include <stdlib.h>

static int release(char *text) {
    free(text);
    return 0;
}

int main(void) {
    char *text = malloc(2);
    if (!text)
        return 1;
    text[0] = 'a';
    text[1] = 0;
    printf("%s %d\n", text, release(text));
    return 0;
}
