// Pointers into different objects have no distance.
// expect: unsafe
// args: --property default
int a[2], b[2];
int main(void)
{
    int *p = a, *q = b;
    return (int)(p - q);
}
