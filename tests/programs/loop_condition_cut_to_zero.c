// expect: unsafe
// args: --checks default
// The condition is 0 after its cast: the function ends without a value.
static int f(void)
{
    while ((unsigned char)256) {
        return 1;
    }
}

int main(void)
{
    int r = f();
    return r == 1;
}
