// expect: unsafe
// args: -- -ffreestanding
// Freestanding programs have no built-in functions: the definition is called.
extern void reach_error(void);
int abs(int);
static int number = -1;

int main(void)
{
    abs(number);
    return 0;
}

int abs(int value)
{
    reach_error();
    return value;
}
