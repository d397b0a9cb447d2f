// expect: unsafe
// No object lies at null, so comparing a number with null is no gap, whatever object has the address now.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int *kept;
static void keep(int *p)
{
    kept = p;
}
int main(void)
{
    unsigned long null = (unsigned long)(void *)0;
    unsigned long number;
    {
        int x[4] = { __VERIFIER_nondet_int() };
        keep(x);
        number = (unsigned long)kept;
        if (number == null)
            return 0;
        number += 4;
        if (*(int *)number == 0)
            reach_error();
    }
    return 0;
}
