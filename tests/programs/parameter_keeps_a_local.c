// expect: unsafe
// args: --checks default
// A parameter keeps the address of a variable of an earlier round of a loop.
static void mark(int *p)
{
    for (int i = 0; i < 2; i++) {
        int x = i;
        if (p)
            *p = 1;
        p = &x;
    }
}

int main(void)
{
    mark(0);
    return 0;
}
