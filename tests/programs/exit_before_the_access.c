// expect: unsafe
// The call ends the program before the element that is not there is written.
extern void reach_error(void);
static int a[3];

static int last(int i)
{
    if (i == 3) {
        reach_error();
    }
    return i;
}

int main(void)
{
    for (int i = 0;; i++) {
        a[i] = last(i);
    }
}
