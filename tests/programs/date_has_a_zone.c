// expect: unknown
// The name of the zone is any.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void)
{
    time_t now = 0;
    struct tm *date = gmtime(&now);
    if (date)
        assert(date->tm_zone[0] == 'U');
    return 0;
}
