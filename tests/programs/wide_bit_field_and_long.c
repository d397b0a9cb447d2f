// An unsigned field of 33 bits and a long: gcc compares as long, clang as unsigned long.
// expect: unknown wide bit-field
extern void reach_error(void);
struct fields {
    unsigned long long t : 33;
} b = {99};
int main(void)
{
    long x = -100;
    x /= b.t;
    if (x == -1)
        reach_error();
    if (b.t < -1L)
        reach_error();
    return 0;
}
