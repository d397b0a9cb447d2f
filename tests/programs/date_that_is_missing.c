// expect: unsafe
// args: --checks default
// strftime reads the date.
#include <time.h>

int main(void)
{
    char text[8];
    return (int)strftime(text, sizeof text, "%Y", (struct tm *)0);
}
