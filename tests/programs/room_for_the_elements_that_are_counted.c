// expect: safe
// args: --checks default
// The object has n * 4 bytes, and the loops say no more than i < n.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n <= 0 || n > 1000)
        return 0;
    int *values = malloc(n * sizeof(int));
    for (int i = 0; i < n; i++)
        values[i] = i;
    int last = 0;
    for (int i = 0; i < n; i++)
        last = values[i];
    free(values);
    return last == n;
}
