// expect: safe
// args: --data-model ILP32
// The macro says what our arithmetic does: every operation is rounded to its own type.
#include <assert.h>
#include <float.h>

int main(void)
{
    float large = 1e30f;
    assert(FLT_EVAL_METHOD == 0);
    assert(large * large / large != large);
    return 0;
}
