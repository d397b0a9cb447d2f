// expect: unsafe
// args: --checks default
// The loop is left by a break inside an expression: the function ends without a value.
static int f(void)
{
    while (1) {
        ({
            break;
            0;
        });
    }
}

int main(void)
{
    int r = f();
    return r == 1;
}
