// expect: safe
// args: --target arm-none-eabi
// AAPCS: long long is aligned to eight bytes, long double is double, bit-fields without a name align.
struct with_wide { char c; long long w; };
struct nameless { char c; int : 0; char d; };
struct flags { unsigned a : 3; unsigned b : 7; };
void reach_error(void);
int main(void)
{
    struct flags f = {5, 100};
    unsigned char bytes[sizeof f];
    if (sizeof(struct with_wide) != 16 || sizeof(struct nameless) != 8)
        reach_error();
    if (sizeof(long double) != 8 || sizeof(long) != 4 || sizeof(void *) != 4)
        reach_error();
    __builtin_memcpy(bytes, &f, sizeof f);
    if (bytes[0] != 0x25 || (bytes[1] & 3) != 3)
        reach_error();
    return 0;
}
