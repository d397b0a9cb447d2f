// expect: unsafe
#include <assert.h>

static struct {
    int length;
    char text[];
} word = { 2, "ab" };

int main(void)
{
    assert(word.text[1] != 'b');
    return 0;
}
