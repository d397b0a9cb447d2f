// A volatile read whose value is dropped is an access.
// expect: unsafe
// args: --checks default
int main(void)
{
    volatile int *nowhere = 0;
    (void)*nowhere;
    return 0;
}
