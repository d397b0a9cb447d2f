// expect: unsafe
extern void reach_error(void);
extern int maybe(void) __attribute__((weak));
extern int datum __attribute__((weak));
int main(void)
{
    if (maybe && !&datum)
        reach_error();
    return 0;
}
