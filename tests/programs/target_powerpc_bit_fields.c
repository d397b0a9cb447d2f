// expect: safe
// args: --target powerpc
// Bit-fields begin at the highest bit.
struct flags { unsigned a : 3; unsigned b : 7; unsigned c : 22; };
void reach_error(void);
int main(void)
{
    struct flags flags = {5, 100, 0x155555};
    unsigned word;
    __builtin_memcpy(&word, &flags, sizeof word);
    if (word != ((5u << 29) | (100u << 22) | 0x155555u))
        reach_error();
    flags.b = 1;
    __builtin_memcpy(&word, &flags, sizeof word);
    if (word != ((5u << 29) | (1u << 22) | 0x155555u) || flags.c != 0x155555)
        reach_error();
    return 0;
}
