// expect: safe
// Empty braces make all of a union zero.
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
union u { int i, j[4]; };

int main(void)
{
    union u t = {};
    for (int i = 0; i < 4; i++)
        if (t.j[i] != 0)
            __assert_fail("", "", 0, "");
    return 0;
}
