// expect: unsafe
extern void reach_error(void);
void trap(void);
int exit(int, int);
double random(int);
int main(void)
{
    trap();
    exit(1, 2);
    if (random(1) == 0.5)
        reach_error();
    return 0;
}
