/* Prints what models compute; every result is fixed. Built with gcc and run by `invar interpret`, both must
 * print the same:  gcc -include PRINT.h interpret.c, where PRINT.h defines __invar_print_u32 with "%08X\n". */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

extern void __invar_print_u32(unsigned);

static int sign(int x)
{
    return (x > 0) - (x < 0);
}

static void show(const char *s)
{
    unsigned hash = 5381;
    while (*s)
        hash = hash * 33 + (unsigned char)*s++;
    __invar_print_u32(hash);
}

static int by_value(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void formatted(const char *format, ...)
{
    char buffer[40];
    va_list arguments;
    va_start(arguments, format);
    __invar_print_u32((unsigned)vsnprintf(buffer, sizeof buffer, format, arguments));
    va_end(arguments);
    show(buffer);
}

static void strings(void)
{
    char buffer[32], *copy, *rest, *token;
    strcpy(buffer, "alpha");
    __invar_print_u32((unsigned)strlen(buffer));
    strcat(buffer, ",beta;gamma");
    strncat(buffer, "delta", 2);
    show(buffer);
    __invar_print_u32((unsigned)(strchr(buffer, 'b') - buffer));
    __invar_print_u32((unsigned)(strrchr(buffer, 'a') - buffer));
    __invar_print_u32((unsigned)(strstr(buffer, "gam") - buffer));
    __invar_print_u32((unsigned)(strpbrk(buffer, ";,") - buffer));
    __invar_print_u32(strchr(buffer, 'z') == 0);
    __invar_print_u32((unsigned)(strspn(buffer, "alph") << 8 | strcspn(buffer, ";")));
    __invar_print_u32((unsigned)sign(strcmp(buffer, "alpha")));
    __invar_print_u32((unsigned)sign(strncmp(buffer, "alpine", 3)));
    __invar_print_u32((unsigned)sign(strcasecmp("AB", "ac")));
    __invar_print_u32((unsigned)sign(memcmp("a\0b", "a\0c", 3)));
    copy = strdup(buffer);
    if (copy) {
        for (token = strtok_r(copy, ",;", &rest); token; token = strtok_r(0, ",;", &rest))
            show(token);
        free(copy);
    }
    strncpy(buffer, "xy", sizeof buffer);
    __invar_print_u32((unsigned char)buffer[31]);
    __invar_print_u32((unsigned)((char *)memchr("abc", 'c', 3) != 0));
}

static void numbers(void)
{
    char *end;
    int values[] = { 5, -1, 3, 3, 0 }, key = 3, i;
    unsigned long product;
    __invar_print_u32((unsigned)atoi("  -42x"));
    __invar_print_u32((unsigned)strtol("0x1fz", &end, 0));
    show(end);
    errno = 0;
    __invar_print_u32((unsigned)strtoul("99999999999999999999999", 0, 10));
    __invar_print_u32((unsigned)errno);
    __invar_print_u32((unsigned)strtoull("-1", 0, 10));
    qsort(values, 5, sizeof *values, by_value);
    for (i = 0; i < 5; i++)
        __invar_print_u32((unsigned)values[i]);
    __invar_print_u32((unsigned)((int *)bsearch(&key, values, 5, sizeof *values, by_value) - values));
    __invar_print_u32(__builtin_umull_overflow(3, -1ul, &product));
    __invar_print_u32((unsigned)product);
    for (i = -1; i < 256; i += 7)
        __invar_print_u32(!!isalnum(i) | !!isspace(i) << 1 | (unsigned)toupper(i) << 8);
}

int main(void)
{
    char buffer[24];
    strings();
    numbers();
    formatted("%d|%5u|%-4x|%s", -7, 12u, 255u, "text");
    formatted("%c%c%%%lld", 'a', 'b', 1234567890123ll);
    __invar_print_u32((unsigned)sprintf(buffer, "%03d:%s", 7, "abc"));
    show(buffer);
    return 0;
}
