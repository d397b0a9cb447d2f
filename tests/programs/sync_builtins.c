// expect: safe
#include <assert.h>

static int counter;
static int *place;

int main(void)
{
    assert(__sync_lock_test_and_set(&counter, 4) == 0);
    assert(__sync_fetch_and_add(&counter, 2) == 4);
    assert(__sync_sub_and_fetch(&counter, 1) == 5);
    __sync_synchronize();
    assert(__sync_bool_compare_and_swap(&counter, 5, 9));
    assert(__sync_val_compare_and_swap(&counter, 5, 1) == 9);
    assert(counter == 9);
    assert(__sync_bool_compare_and_swap(&place, 0, &counter) && *place == 9);
    __sync_lock_release(&counter);
    assert(counter == 0);
    return 0;
}
