// expect: unsafe
// args: --property shift
int main(void)
{
    -1 << 5;
    return 0;
}
