// The function that the pointer points to ends without a value.
// expect: unsafe
// args: --property missing-return
static int sign(int x)
{
    if (x)
        return 1;
}

int main(void)
{
    int (*f)(int) = sign;
    int y = f(0);
    return y;
}
