// expect: safe
// The third argument of main is no null pointer.
#include <assert.h>
int main(int argc, char **argv, char **envp)
{
    assert(envp != 0);
    return 0;
}
