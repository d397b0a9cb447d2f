// expect: unsafe
extern void reach_error(void);
void trap(void);
double random(int);
int main(void)
{
    trap();
    if (random(1) == 0.5)
        reach_error();
    return 0;
}
