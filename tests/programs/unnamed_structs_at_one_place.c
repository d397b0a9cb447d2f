// expect: unknown
// Lines that `#line` puts at one place give two unnamed structs one name.
#include <assert.h>
#line 5 "z.h"
struct { char a; int b; } x;
#line 5 "z.h"
struct { long a; char b[3]; } y;

int main(void)
{
    assert(sizeof y != 16);
    return x.b;
}
