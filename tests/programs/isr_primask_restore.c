// Saving and restoring the mask nests.
// expect: safe
// args: --isr tick
#include <assert.h>
#include <stdint.h>

void __set_PRIMASK(uint32_t mask);
uint32_t __get_PRIMASK(void);
void __disable_irq(void);
static int flag;

void tick(void)
{
    flag = !flag;
}

static void touch(void)
{
    uint32_t mask = __get_PRIMASK();
    __disable_irq();
    flag = 0;
    __set_PRIMASK(mask);
}

int main(void)
{
    __disable_irq();
    int first = flag;
    int saved = flag;
    touch();
    int now = flag;
    assert(first == saved && now == 0);
    return 0;
}
