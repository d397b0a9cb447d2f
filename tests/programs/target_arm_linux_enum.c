// expect: safe
// args: --target arm-linux-gnueabihf
// With an operating system all compilers keep enumerations in int.
enum mode { OFF, ON };
void reach_error(void);
int main(void)
{
    if (sizeof(enum mode) != 4)
        reach_error();
    return 0;
}
