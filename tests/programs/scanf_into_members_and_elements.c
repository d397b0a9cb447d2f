// expect: safe
// Each conversion stores into its own object, in the order of the format; a null stream is not used.
#include <assert.h>
#include <stdio.h>

struct pair {
    short first;
    unsigned long second;
};

int main(void)
{
    struct pair pair = {1, 2};
    int table[3] = {0, 0, 0};
    int index = 1;
    char letter = 'a';
    int count = scanf("%hd %lu;%d%d %c", &pair.first, &pair.second, &table[index], &index, &letter);
    assert(count >= -1 && count <= 5);
    assert(count >= 1 || pair.first == 1);
    assert(count >= 2 || pair.second == 2);
    assert(count >= 3 || table[1] == 0);
    assert(count >= 4 || index == 1);
    assert(count == 5 || letter == 'a');
    assert(table[0] == 0 && table[2] == 0);
    return 0;
}
