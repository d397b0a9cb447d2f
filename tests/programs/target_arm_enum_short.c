// expect: unsafe
// args: --target arm-none-eabi --clang-arg=-fshort-enums
// In one byte 256 is not kept.
enum mode { OFF, ON };
void reach_error(void);
int main(void)
{
    int wide = 256;
    enum mode mode = wide;
    if (mode == 0)
        reach_error();
    return 0;
}
