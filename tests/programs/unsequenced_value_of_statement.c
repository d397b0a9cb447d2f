// The value of a statement expression is an expression of its own.
// expect: unsafe
// args: --property default
int main(void)
{
    int l = 1;
    ({ l++ + l++; });
    return 0;
}
