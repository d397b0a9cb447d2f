// The end of the outermost critical section unmasks, whoever masked before.
// expect: unsafe
// args: --isr tick
#include <assert.h>

void taskDISABLE_INTERRUPTS(void);
void taskENTER_CRITICAL(void);
void taskEXIT_CRITICAL(void);
static int flag;

void tick(void)
{
    flag = !flag;
}

int main(void)
{
    taskDISABLE_INTERRUPTS();
    taskENTER_CRITICAL();
    taskEXIT_CRITICAL();
    int first = flag;
    assert(first == flag);
    return 0;
}
