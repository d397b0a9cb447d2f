// expect: safe
// args: --property default
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>
int main(void)
{
    int file = open("data", O_RDONLY);
    if (file < 0)
        return 0;
    long at = lseek(file, 12, SEEK_SET);
    assert(at == 12 || at == -1);
    return 0;
}
