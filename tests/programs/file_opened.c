// expect: safe
// args: --property default
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    char text[16];
    int file = open("a", O_RDONLY);
    if (file < 0)
        return 1;
    ssize_t n = read(file, text, sizeof text - 1);
    if (n >= 0)
        text[n] = 0;
    close(file);
    return 0;
}
