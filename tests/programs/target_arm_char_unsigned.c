// expect: unsafe
// args: --target arm-none-eabi
// On ARM char has no negative values: the loop never ends for a sign that never comes.
void reach_error(void);
int main(void)
{
    char c = (char)0x80;
    if (c > 0)
        reach_error();
    return 0;
}
