// expect: safe
// Numbers of two addresses are equal if the addresses are; nothing is kept of them.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int *one = malloc(sizeof *one);
    int *two = malloc(sizeof *two);
    if (!one || !two)
        return 1;
    int *chosen = __VERIFIER_nondet_int() ? one : two;
    *one = 1;
    *two = 2;
    if ((unsigned long)chosen == (unsigned long)one && *chosen != 1)
        reach_error();
    if ((unsigned long)chosen != (unsigned long)(void *)one && *chosen != 2)
        reach_error();
    free(one);
    free(two);
    return 0;
}
