// expect: unsafe
// args: --property uninitialised
// Each round of the loop has a variable of its own.
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int value;
        if (i == 0)
            value = 5;
        sum += value;
    }
    return sum;
}
