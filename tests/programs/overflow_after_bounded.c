// expect: unknown
// args: --property no-overflow
// The model knows only limits of the year: the overflow need not be possible.
#include <time.h>

int main(void)
{
    time_t now = 0;
    struct tm *date = localtime(&now);
    return date ? (date->tm_year + 1900) % 2 : 0;
}
