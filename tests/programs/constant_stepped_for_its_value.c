// expect: unsafe
// args: --checks default
// A string literal must not change, also where the old value is used.
int main(void)
{
    char *p = "abc";
    int i = 0;
    int y = p[i]--;
    return y;
}
