// expect: safe
// args: --checks default,valid-memtrack
// Functions of the library are called through pointers.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct hooks {
    void *(*allocate)(size_t size);
    void (*release)(void *object);
    void *(*copy)(void *to, const void *from, size_t size);
};

static struct hooks hooks = {malloc, free, memcpy};

static char *duplicate(const char *text, const struct hooks *with)
{
    size_t size = strlen(text) + 1;
    char *copy = with->allocate(size);
    if (copy)
        with->copy(copy, text, size);
    return copy;
}

int main(void)
{
    assert(hooks.release == free && hooks.allocate == malloc);
    char *copy = duplicate("abc", &hooks);
    if (!copy)
        return 1;
    assert(copy[2] == 'c' && copy[3] == 0);
    hooks.release(copy);
    return 0;
}
