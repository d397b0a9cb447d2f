// expect: safe
// args: --target arm-none-eabi
// Constants are of type int, whatever the enumeration is kept in.
enum { FIRST = 1, SECOND = 2 };
void reach_error(void);
int main(void)
{
    if (FIRST + SECOND != 3)
        reach_error();
    return 0;
}
