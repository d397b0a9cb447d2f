// A const object is written to through a pointer that a cast made.
// expect: unsafe
// args: --property const-write
static const int limit = 3;
int main(void)
{
    int *p = (int *)&limit;
    *p = 4;
    return limit;
}
