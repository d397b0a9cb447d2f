// expect: safe
// What stands before argv[argc] is not null.
extern void __assert_fail(const char *, const char *, unsigned int, const char *);

int main(int argc, char **argv)
{
    if (argc > 0 && argv[0] == 0)
        __assert_fail("", "", 0, "");
    for (unsigned char i = 1; i < argc && i < 200; i++)
        if (!argv[i])
            __assert_fail("", "", 0, "");
    if (argv[argc])
        __assert_fail("", "", 0, "");
    return 0;
}
