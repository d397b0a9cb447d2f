// expect: unknown leaves
// Where in its output a call fails is not modelled.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int n = 0;
    printf("ab%nc", &n);
    assert(n == 2);
    return 0;
}
