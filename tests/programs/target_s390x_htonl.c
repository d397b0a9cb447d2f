// expect: safe
// args: --target s390x
// The order of the network is that of the machine.
unsigned int htonl(unsigned int);
unsigned short htons(unsigned short);
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if (htonl(x) != x || htons((unsigned short)x) != (unsigned short)x)
        reach_error();
    return 0;
}
