// The functions of CMSIS with their instructions.
// expect: safe
// args: --isr tick
#include <assert.h>
#include <stdint.h>

static inline uint32_t __get_PRIMASK(void)
{
    uint32_t result;
    __asm__ volatile("MRS %0, primask" : "=r"(result));
    return result;
}

static inline void __set_PRIMASK(uint32_t mask)
{
    __asm__ volatile("MSR primask, %0" : : "r"(mask) : "memory");
}

static inline void __disable_irq(void)
{
    __asm__ volatile("cpsid i" : : : "memory");
}

static int flag;

void tick(void)
{
    flag = !flag;
}

static int look(void)
{
    uint32_t saved = __get_PRIMASK();
    __disable_irq();
    int same = flag == flag;
    __set_PRIMASK(saved);
    return same;
}

int main(void)
{
    assert(look());
    __disable_irq();
    assert(look());
    int now = flag;
    assert(now == flag);
    return 0;
}
