// expect: safe
// args: --property default
// The last argument ends the string before it is read; a negative precision is none.
#include <stdio.h>

static int end(char *text) {
    text[1] = 0;
    return 0;
}

int main(void) {
    char text[2] = {'a', 'b'};
    printf("%s %d\n", text, end(text));
    printf("%.*s\n", -2147483647 - 1, "abc");
    return 0;
}
