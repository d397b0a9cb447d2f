// expect: safe
// A number of three characters is small, and without a result of 1 nothing is stored.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int number = -100;
    int count = fscanf(stdin, "%3d", &number);
    assert(count >= -1 && count <= 1);
    if (count == 1)
        assert(number >= -99 && number <= 999);
    else
        assert(number == -100);
    return 0;
}
