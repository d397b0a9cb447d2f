// Pointers into different objects have no order.
// expect: unsafe
// args: --property pointer-order
int a[2], b[2];
int main(void)
{
    int *p = a, *q = b;
    return p < q;
}
