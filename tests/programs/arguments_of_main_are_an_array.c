// argv has argc + 1 elements: moving inside of it is no violation.
// expect: safe
// args: --property pointer-order
int main(int argc, char **argv)
{
    int count = 0;
    for (char **p = argv; p < argv + argc; p++)
        count++;
    return count > 3;
}
