// expect: unsafe
// args: --property no-overflow
// Ten digits in a row: found by changing inputs that got further, in a program that calls itself.
#include <ctype.h>
#include <stdio.h>

static const char *at;
static int sum(void);

static int factor(void)
{
    int value = 0;
    if (*at == '(') {
        at++;
        value = sum();
        if (*at == ')')
            at++;
        return value;
    }
    while (isdigit((unsigned char)*at))
        value = value * 10 + (*at++ - '0');
    return value;
}

static int product(void)
{
    int value = factor();
    while (*at == '/') {
        at++;
        int by = factor();
        value = by ? value / by : 0;
    }
    return value;
}

static int sum(void)
{
    int value = product();
    while (*at == '&') {
        at++;
        value &= product();
    }
    return value;
}

int main(void)
{
    char line[64];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    at = line;
    printf("%d\n", sum());
    return 0;
}
