// A function without a body writes to the objects of its arguments, and to nothing else: not through a pointer
// to const, not to other objects, not where the pointer is null.
// expect: safe
// args: --property default
#include <assert.h>
struct point { int x, y; };
void show(const int *value);
void move(struct point *point);
void fill(unsigned char *buffer, int size);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int value = 3, other = 4, maybe = 5;
    struct point point = {1, 2};
    unsigned char buffer[4] = {0, 0, 0, 0};
    int choice = __VERIFIER_nondet_int();
    void change(int *);
    show(&value);
    move(&point);
    fill(buffer, 4);
    change(choice ? &maybe : 0);
    assert(value == 3 && other == 4);
    assert(buffer[2] <= 255);
    assert(choice || maybe == 5);
    return 0;
}
