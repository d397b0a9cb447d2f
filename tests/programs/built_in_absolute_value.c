// expect: safe
// gcc does not call a definition of its own built-in function.
extern void reach_error(void);
long long llabs(long long);
static long long number = -1;

int main(void)
{
    if (llabs(number) != 1) {
        reach_error();
    }
    return 0;
}

long long llabs(long long value)
{
    reach_error();
    return value;
}
