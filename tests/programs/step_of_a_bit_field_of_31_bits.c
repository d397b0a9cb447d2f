// expect: unsafe
// args: --property no-overflow
// An unsigned bit-field of 31 bits is promoted to int.
struct {
    unsigned a : 31;
} s;

int main(void)
{
    s.a = 0x7fffffff;
    ++s.a;
    return 0;
}
