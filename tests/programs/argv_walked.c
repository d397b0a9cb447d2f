// expect: safe
// args: --property default
// The array of the arguments ends with a null pointer.
int main(int argc, char **argv)
{
    int dashes = 0;
    for (char **p = argv; *p; p++)
        if (**p == '-' && dashes < 100)
            dashes++;
    return dashes;
}
