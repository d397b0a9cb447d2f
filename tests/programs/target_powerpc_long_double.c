// expect: unknown
// args: --target powerpc
// Sums of two doubles are not modelled.
int main(void)
{
    long double x = 1.0L;
    return x + 1 == x;
}
