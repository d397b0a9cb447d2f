// expect: unknown
// args: --property unreach-call -- -funsigned-char
// The value of a character constant depends on whether char has a sign.
extern void reach_error(void);

int main(void)
{
    int n = 3;
    char a[n + '\x80'];
    a[0] = 1;
    if (a[0])
        reach_error();
    return 0;
}
