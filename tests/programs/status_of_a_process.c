// expect: safe
// wait reports processes that have ended, and time does not fail.
#include <assert.h>
#include <sys/wait.h>
#include <time.h>

int main(void)
{
    int status;
    if (wait(&status) > 0)
        assert(WIFEXITED(status) || WIFSIGNALED(status));
    assert(time(0) >= 0);
    return 0;
}
