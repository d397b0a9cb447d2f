// expect: safe
// Elements in the initialiser of a flexible array member belong to the object.
#include <assert.h>
struct text { unsigned char length; char bytes[]; };
struct list { long id; struct { short x; char y; } points[]; };
static struct text hello = { 5, "hello" };
struct text empty = { 0 };
static const struct list points = { 7, { { 1, 2 }, { 3, 4 }, [3] = { 5, 6 } } };
static struct text *all[] = { &hello, &empty };
static char *inside = &hello.bytes[1];
static unsigned total(const struct text *text)
{
    unsigned sum = 0;
    for (int i = 0; i < text->length; i++)
        sum += (unsigned char)text->bytes[i];
    return sum;
}
int main(void)
{
    static struct text local = { 2, { 1, 2 } };
    assert(sizeof(hello) == 1 && sizeof hello == sizeof(struct text));
    assert(total(all[0]) == 'h' + 'e' + 'l' + 'l' + 'o' && total(all[1]) == 0);
    assert(hello.bytes[5] == 0 && *inside == 'e');
    assert(points.points[1].x == 3 && points.points[2].x == 0 && points.points[3].y == 6 && points.id == 7);
    hello.bytes[0] = 'j';
    struct text copy = hello;
    assert(copy.length == 5 && hello.bytes[0] == 'j' && local.bytes[1] == 2);
    return 0;
}
