// expect: unsafe
// args: --property default
// Only the inner length is computed: the object has 15 elements.
int main(void) {
    int n = 5;
    int a[3][n];
    a[2][5] = 1;
    return 0;
}
