// expect: safe
// args: --target powerpc
// The highest byte comes first, in unions, through pointers and in what is copied.
union view { unsigned word; unsigned char bytes[4]; unsigned short halves[2]; };
void reach_error(void);
int main(void)
{
    union view view;
    unsigned long long wide = 0x0102030405060708;
    unsigned part;
    view.word = 0x11223344;
    if (view.bytes[0] != 0x11 || view.bytes[3] != 0x44 || view.halves[1] != 0x3344)
        reach_error();
    view.bytes[1] = 0xff;
    if (view.word != 0x11ff3344)
        reach_error();
    __builtin_memcpy(&part, (char *)&wide + 2, sizeof part);
    if (part != 0x03040506)
        reach_error();
    return 0;
}
