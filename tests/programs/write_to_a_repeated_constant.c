// expect: unknown
// args: --checks default
// A constant local of a recursive function exists several times.
static int last(int n)
{
    const int x = n;
    if (n > 0)
        return last(n - 1);
    *(int *)&x = 4;
    return x;
}

int main(void) { return last(2) - 4; }
