// The pointer may point to a const object, but what is written to never is one; initialising is no write.
// expect: safe
// args: --property default
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static const char fixed[] = "ab";
int main(void)
{
    const int once = 7;
    const int *read = &once;
    char own[3] = "ab";
    int choice = __VERIFIER_nondet_int();
    char *p = choice ? own : (char *)fixed;
    if (choice)
        p[0] = 'x';
    assert(fixed[0] == 'a' && *read == 7);
    return 0;
}
