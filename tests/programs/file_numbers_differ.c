// expect: unknown
// Two files that are open have different numbers, which is not followed.
#include <assert.h>
#include <fcntl.h>

int main(void)
{
    int a = open("/tmp/a", O_RDONLY), b = open("/tmp/b", O_RDONLY);
    assert(a < 0 || a != b);
    return 0;
}
