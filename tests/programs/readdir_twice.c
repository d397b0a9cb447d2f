// expect: unsafe
// The second entry need not be where the first one is.
#include <assert.h>
#include <dirent.h>

int main(void)
{
    DIR *folder = opendir("/");
    if (!folder)
        return 0;
    struct dirent *first = readdir(folder);
    struct dirent *second = readdir(folder);
    if (first && second)
        assert(first == second);
    return 0;
}
