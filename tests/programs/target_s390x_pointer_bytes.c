// expect: safe
// args: --target s390x
// A pointer that is copied stays one.
void reach_error(void);
int main(void)
{
    int x = 7;
    int *from = &x, *to;
    unsigned char bytes[sizeof from];
    __builtin_memcpy(bytes, &from, sizeof from);
    __builtin_memcpy(&to, bytes, sizeof from);
    if (*to != 7)
        reach_error();
    return 0;
}
