// expect: safe
// args: --property default
// What is read has a value on every path; the loops run at least once.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int c = __VERIFIER_nondet_int(), error, i, last, sum;
    if (c > 0)
        error = 3;
    for (i = 0; i < 4; i++)
        last = i;
    do
        sum = last;
    while (sum < 0);
    switch (c) {
        int inner;
    case 1:
        inner = sum;
        return inner;
    }
    return c > 0 ? error : sum;
}
