// The value of a statement expression reads what it changes: gcc computes 10.
// expect: unknown order that C leaves open
extern void reach_error(void);
int main(void)
{
    int l = 1;
    int r = ({ l + (l = 5); });
    if (r == 10)
        reach_error();
    return 0;
}
