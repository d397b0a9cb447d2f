// expect: unsafe
// args: --property default
int main(int argc, char **argv)
{
    int early;
    if (argc > 2)
        goto use;
    early = 4;
use:
    early++;
    return 0;
}
