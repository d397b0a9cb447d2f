// expect: safe
// args: --property default
#include <time.h>

int main(void)
{
    static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    time_t now = time(0);
    struct tm *date = localtime(&now);
    return days[date->tm_mon];
}
