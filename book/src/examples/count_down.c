extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned steps = 0;
    while (n > 0) {
        n = n / 2;
        steps++;
    }
    return (int)steps;
}
