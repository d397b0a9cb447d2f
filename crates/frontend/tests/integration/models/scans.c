/* Models of formatted input: strings against the library, streams within the limits of their formats. */
#include "driver.h"

void __invar_output(int c) { }
unsigned __VERIFIER_nondet_model_uint(void) { return below(4) ? next() : below(3) - 1; }
unsigned char __VERIFIER_nondet_model_uchar(void) { return (unsigned char)next(); }
_Bool __VERIFIER_nondet_model_bool(void) { return below(8) == 0; }
long __VERIFIER_nondet_model_long(void) { return (long)number(); }
__SIZE_TYPE__ __VERIFIER_nondet_model_size(void) { return (__SIZE_TYPE__)number(); }

static int refused;
static unsigned compared;
void __invar_not_modelled(void) { refused = 1; }

static char format[128], input[64];
static char found[3][64], expected[3][64];

/* A directive that stores into 64 bytes, or a text. */
static void directive(char *to)
{
    static const char *const sizes[] = {"", "", "", "h", "hh", "l", "ll", "j", "z"};
    char width[8] = "";
    if (below(3) == 0)
        sprintf(width, "%u", 1 + below(12));
    switch (below(8)) {
    case 0: sprintf(to, "%%%ss", width); break;
    case 1: sprintf(to, "%%%s[^%c]", width, "a, 1"[below(4)]); break;
    case 2: sprintf(to, "%%c"); break;
    case 3: sprintf(to, "%%%sn", sizes[below(9)]); break;
    default: sprintf(to, "%%%s%s%c", width, sizes[below(9)], "diuxXo"[below(6)]);
    }
}

static void check_strings(void)
{
    static const char *const between[] = {"", "", " ", ",", "a", "%%", " : "};
    unsigned i, directives = 1 + below(3);
    int count, ours;
    format[0] = 0;
    for (i = 0; i < directives; i++) {
        strcat(format, between[below(7)]);
        directive(format + strlen(format));
        if (below(8) == 0)
            strcat(format, "%*d");
    }
    text(input, 24, below(2) ? "0123 -+,a" : "01289afxX -+:,%\n\t\xff");
    memset(found, 0x55, sizeof found);
    memset(expected, 0x55, sizeof expected);
    refused = 0;
    ours = __invar_model_sscanf(input, format, found[0], found[1], found[2]);
    if (refused)
        return;
    compared++;
    count = sscanf(input, format, expected[0], expected[1], expected[2]);
    if (count != ours || memcmp(found, expected, sizeof found)) {
        printf("\"%s\": %d, %d expected; ", input, ours, count);
        fail("sscanf", format);
    }
}

static void check_streams(void)
{
    int value = 77, count, i;
    unsigned short small;
    char word[400];
    float single = 1;
    double twice = 1;
    refused = 0;
    count = __invar_model_fscanf(stdin, "%2d", &value);
    CHECK("%2d", count == 1 ? value >= -9 && value <= 99 : count <= 0 && count >= -1 && value == 77, "");
    value = 77;
    count = __invar_model_fscanf(stdin, "%1u,%hx", &value, &small);
    CHECK("%1u", count >= 1 ? value >= 0 && value <= 9 : value == 77, "");
    count = __invar_model_scanf(" %100s", word);
    CHECK("%s", count == 1 || count == -1, "");
    for (i = 0; count == 1 && word[i]; i++)
        CHECK("%s", !isspace((unsigned char)word[i]), word);
    count = __invar_model_scanf(" %c", word);
    CHECK(" %c", count == 1 ? !isspace((unsigned char)word[0]) : count == -1, word);
    count = __invar_model_scanf("%100[^\n]", word);
    CHECK("%[^\\n]", count == 1 ? word[0] != '\n' : count <= 0, word);
    count = __invar_model_scanf("%f%lf", &single, &twice);
    CHECK("%f", count <= 2, "");
    CHECK("modelled formats", !refused, "");
}

int main(void)
{
    int round;
    for (round = 0; round < ROUNDS; round++) {
        check_strings();
        check_streams();
    }
    CHECK("strings that are compared", compared > ROUNDS / 2, "");
    refused = 0;
    __invar_model_sscanf("1", "%p", found[0]);
    CHECK("%p is refused", refused, "");
    refused = 0;
    __invar_model_sscanf("99999999999", "%d", found[0]);
    CHECK("a number out of range is refused", refused, "");
    refused = 0;
    __invar_model_sscanf("1", "%ms", found[0]);
    CHECK("%ms is refused", refused, "");
    refused = 0;
    for (round = 0; round < 100 && !refused; round++)
        __invar_model_scanf("%d%c", found[0], found[1]);
    CHECK("a character after a number is refused", refused, "");
    refused = 0;
    CHECK("inet_addr", __invar_model_inet_addr("127.0.0.1") == inet_addr("127.0.0.1"), "");
    CHECK("inet_addr", __invar_model_inet_addr("10.20.30.255") == inet_addr("10.20.30.255"), "");
    CHECK("addresses", !refused, "");
    __invar_model_inet_addr("127.1");
    CHECK("other notations are refused", refused, "");
    return 0;
}
