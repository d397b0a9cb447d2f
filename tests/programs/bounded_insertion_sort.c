// expect: safe
// args: --property assert --engine unwind
// All loops are bounded, and what they do depends on four inputs.
#include <assert.h>

extern int input(void);

int main(void)
{
    int a[4];
    for (int i = 0; i < 4; i++)
        a[i] = input();
    for (int i = 1; i < 4; i++) {
        int x = a[i];
        int j = i;
        while (j > 0 && a[j - 1] > x) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = x;
    }
    for (int i = 0; i < 3; i++)
        assert(a[i] <= a[i + 1]);
    return 0;
}
