// expect: unsafe
// args: --std c89
// llabs came with C99: before, it is a function like others.
extern void reach_error(void);
static long number = -1;

long long llabs(long long value)
{
    reach_error();
    return value;
}

int main(void)
{
    llabs(number);
    return 0;
}
