extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char limit = __VERIFIER_nondet_uchar();
    for (unsigned char i = 0; i < limit; i += 2)
        ;
    return 0;
}
