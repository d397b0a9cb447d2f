// expect: unknown
// args: --data-model ilp32
// How struct stat is laid out depends on options.
#include <assert.h>
#include <sys/stat.h>

int main(void)
{
    struct stat status;
    if (stat("/tmp/x", &status) == 0)
        assert(status.st_size >= 0);
    return 0;
}
