// expect: unknown
// Skipping blanks may meet the end of the input.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    scanf(" ");
    assert(!feof(stdin));
    return 0;
}
