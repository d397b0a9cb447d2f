// expect: unknown
// Where the text is too long, nothing says that it ends in the array.
#include <assert.h>
#include <time.h>

int main(void)
{
    char text[4] = {'a', 'a', 'a', 'a'};
    time_t now = 0;
    struct tm *date = gmtime(&now);
    if (date && strftime(text, sizeof text, "%Y-%m-%d", date) == 0)
        assert(!text[0] || !text[1] || !text[2] || !text[3]);
    return 0;
}
