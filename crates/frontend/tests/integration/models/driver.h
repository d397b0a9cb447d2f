/* What the comparisons share: inputs of the models, random texts, the verdict. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <arpa/inet.h>
#include "definitions.h"

/* Nothing is shown, and nothing is read for being printed. */
void *__invar_keep(__SIZE_TYPE__ size) { return malloc(size); }
int __invar_reads_output(void) { return 0; }
void __invar_permuted(void *vector) { }
int __invar_is_whole_program(void) { return 1; }
#ifndef REALS
#define REALS 0
#endif
/* What the driver of `<math.h>` defines itself. */
#if !REALS
double __VERIFIER_nondet_model_double(void) { return 0; }
long double __VERIFIER_nondet_model_longdouble(void) { return 0; }
#endif
#ifndef SHOWS_OUTPUT
#define SHOWS_OUTPUT 0
#endif
int __invar_shows_output(void) { return SHOWS_OUTPUT; }

#ifndef ROUNDS
#define ROUNDS 40000
#endif

static unsigned long long state = 88172645463325252ull;

static unsigned next(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 16);
}

static unsigned below(unsigned n)
{
    return next() % n;
}

/* Small and extreme numbers are as likely as any other. */
static unsigned long long number(void)
{
    unsigned long long x = (unsigned long long)next() << 32 | next();
    switch (below(6)) {
    case 0: return x % 8;
    case 1: return 0 - x % 8;
    case 2: return (1ull << below(64)) + x % 3 - 1;
    case 3: return x >> below(64);
    case 4: return 0 - (x >> below(64));
    default: return x;
    }
}

static void fail(const char *function, const char *text)
{
    printf("%s differs on \"%s\" (errno %d)\n", function, text, errno);
    exit(1);
}

#define CHECK(name, holds, text) \
    do { \
        if (!(holds)) \
            fail(name, text); \
    } while (0)

static int sign(long long x)
{
    return (x > 0) - (x < 0);
}

/* A text of at most `most` characters, few different ones, so that texts often agree. */
static char *text(char *to, unsigned most, const char *alphabet)
{
    unsigned i;
    unsigned length = below(most + 1);
    unsigned characters = (unsigned)strlen(alphabet);
    for (i = 0; i < length; i++)
        to[i] = alphabet[below(characters)];
    to[i] = 0;
    return to;
}
