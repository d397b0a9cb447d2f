// expect: unsafe
// args: --property default
// The object ends after its last element, wherever its type would be aligned to.
struct text { int length; char bytes[]; };
static struct text one = { 1, "a" };
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 2)
        return 0;
    return one.bytes[i];
}
