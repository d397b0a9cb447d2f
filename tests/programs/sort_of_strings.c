// expect: safe
// Sorting moves pointers as a whole, in arrays of them and in structs.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct item {
    const char *name;
    int weight;
};

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int by_weight(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    return (x->weight > y->weight) - (x->weight < y->weight);
}

int main(void)
{
    const char *texts[3] = {"pear", "apple", "fig"};
    qsort(texts, 3, sizeof texts[0], by_text);
    assert(strcmp(texts[0], "apple") == 0 && strcmp(texts[2], "pear") == 0);

    struct item items[3] = {{"a", 3}, {"b", 1}, {"c", 2}};
    qsort(items, 3, sizeof items[0], by_weight);
    assert(items[0].name[0] == 'b' && items[2].name[0] == 'a');
    return 0;
}
