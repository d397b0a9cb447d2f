// gcc computes in a signed type of 40 bits, clang in `unsigned long long`: what surrounds the subtraction differs.
// expect: unknown wide bit-field
extern void reach_error(void);
struct fields {
    long long r : 40;
    unsigned long long t : 33;
} b = {1, 99};
int main(void)
{
    if ((b.r - b.t) < 1L)
        reach_error();
    return 0;
}
