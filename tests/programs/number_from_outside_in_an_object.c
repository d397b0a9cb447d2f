// A number that was compared with the addresses of an object may be one of them.
// expect: unknown address
// args: --property default
extern unsigned long position(void);
unsigned char buffer[16];
int main(void)
{
    unsigned long address = position();
    if (address < (unsigned long)buffer || address >= (unsigned long)buffer + sizeof buffer)
        return 0;
    return *(unsigned char *)address;
}
