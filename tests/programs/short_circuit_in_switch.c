// As a value of a switch.
// expect: unsafe
// args: --property unreach-call
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
double sin(double);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    switch (x > 3 || sin(x) > 0) {
    case 1:
        if (x == 7)
            reach_error();
    }
    return 0;
}
