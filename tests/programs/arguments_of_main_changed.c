// expect: unsafe
// The program may put a null among its arguments.
extern void __assert_fail(const char *, const char *, unsigned int, const char *);

int main(int argc, char **argv)
{
    if (argc < 3)
        return 1;
    argv[1] = 0;
    if (argv[1] == 0)
        __assert_fail("", "", 0, "");
    return 0;
}
