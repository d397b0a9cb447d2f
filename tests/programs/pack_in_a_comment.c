// expect: safe
// A pragma in a comment is none.
#include <assert.h>
#pragma pack(2)
/*
#pragma pack(1)
*/
struct s {
    char c;
    int i;
};

int main(void)
{
    assert(sizeof(struct s) == 6);
    return 0;
}
