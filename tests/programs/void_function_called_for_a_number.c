// expect: unsafe
// args: --property all
// A function without a body that returns nothing is called for a number: undefined.
extern void notify(int);

int main(void)
{
    int (*handler)(int) = (int (*)(int))notify;
    return handler(1);
}
