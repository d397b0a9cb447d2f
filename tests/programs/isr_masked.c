// Between the two reads no handler runs.
// expect: safe
// args: --isr tick
#include <assert.h>

void taskENTER_CRITICAL(void);
void taskEXIT_CRITICAL(void);
static int flag;

void tick(void)
{
    flag = !flag;
}

int main(void)
{
    taskENTER_CRITICAL();
    taskENTER_CRITICAL();
    int first = flag;
    taskEXIT_CRITICAL();
    assert(first == flag);
    taskEXIT_CRITICAL();
    return 0;
}
