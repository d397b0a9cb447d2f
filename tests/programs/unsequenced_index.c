// expect: unsafe
// args: --property default
int main(void)
{
    int a[3] = {0, 0, 0}, i = 0;
    a[i] = i++;
    return a[0];
}
