// expect: safe
// A function of another type, or without a prototype, is not the built-in one.
extern void reach_error(void);
static int calls;

long abs(long value)
{
    calls++;
    return value;
}

int labs(x)
    int x;
{
    calls++;
    return x;
}

int main(void)
{
    if (abs(-5L) != -5 || labs(-6) != -6 || calls != 2)
        reach_error();
    return 0;
}
