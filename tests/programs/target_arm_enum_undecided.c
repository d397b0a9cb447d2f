// expect: unknown enumeration
// args: --target arm-none-eabi
// gcc keeps it in a byte, clang in four.
enum mode { OFF, ON };
int main(void)
{
    enum mode mode = OFF;
    return mode;
}
