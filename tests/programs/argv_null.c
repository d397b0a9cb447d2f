// expect: unsafe
// args: --property default
// Without arguments, argv[1] may be the null pointer at the end.
int main(int argc, char **argv)
{
    if (argc < 1)
        return 0;
    return argv[1][0] == '-';
}
