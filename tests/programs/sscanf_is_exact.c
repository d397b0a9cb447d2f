// expect: safe
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int number = 0, used = 0;
    unsigned mask = 0;
    char word[4] = "";
    int count = sscanf(" 12:0x1f abc,", "%d:%i%3s%n", &number, (int *)&mask, word, &used);
    assert(count == 3 && number == 12 && mask == 31 && used == 12);
    assert(word[0] == 'a' && word[2] == 'c' && word[3] == 0);
    assert(sscanf("", "%d", &number) == -1);
    assert(sscanf("x", "%d", &number) == 0 && number == 12);
    return 0;
}
