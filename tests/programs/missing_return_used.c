// The value of a function that ends without return is used.
// expect: unsafe
// args: --property missing-return
extern int __VERIFIER_nondet_int(void);
static int sign(int x)
{
    if (x > 0)
        return 1;
    if (x < 0)
        return -1;
}
int main(void)
{
    int s = sign(__VERIFIER_nondet_int());
    return s;
}
