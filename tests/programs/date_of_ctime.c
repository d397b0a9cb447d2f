// expect: unknown
// ctime leaves its date where localtime does.
#include <assert.h>
#include <time.h>

int main(void)
{
    time_t a = 0, b = 86400 * 5;
    struct tm *date = localtime(&a);
    if (!date)
        return 0;
    int day = date->tm_mday;
    ctime(&b);
    assert(date->tm_mday == day);
    return 0;
}
