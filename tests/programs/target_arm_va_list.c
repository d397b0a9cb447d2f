// expect: safe
// args: --target arm-none-eabi
// The list of arguments is a struct.
void reach_error(void);
static int sum(int count, ...)
{
    __builtin_va_list list;
    int all = 0;
    __builtin_va_start(list, count);
    while (count-- > 0)
        all += __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return all;
}
int main(void)
{
    if (sum(3, 1, 20, 300) != 321 || sizeof(__builtin_va_list) != 4)
        reach_error();
    return 0;
}
