// Read once, the index that was checked is the one that is used.
// expect: safe
// args: --checks default
static volatile unsigned char index_register;
static int table[16];

int main(void)
{
    unsigned char index = index_register;
    if (index < 16)
        return table[index];
    return 0;
}
