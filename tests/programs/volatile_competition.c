// The labels of the competition are made for volatile objects that change only by assignment.
// expect: safe
// args: --property unreach-call
extern void reach_error(void);
volatile int state = 1;

int main(void)
{
    state = 2;
    if (state != 2)
        reach_error();
    return 0;
}
