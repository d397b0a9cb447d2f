// expect: unknown
// args: --checks default
// A compound literal ends with the function that made it, also where the caller gets its address as a number.
static unsigned long make(void) { return (unsigned long)(int[]){1, 2}; }

int main(void)
{
    int *p = (int *)make();
    return *p;
}
