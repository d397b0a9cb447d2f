// Objects may lie below 4 GB, so a number of 32 bits may be an address.
// expect: unknown
// args: --property default
extern unsigned __VERIFIER_nondet_uint(void);
unsigned char buffer[16];
int main(void)
{
    unsigned address = __VERIFIER_nondet_uint();
    if (address < (unsigned long)buffer || address >= (unsigned long)buffer + sizeof buffer)
        return 0;
    return *(unsigned char *)(unsigned long)address;
}
