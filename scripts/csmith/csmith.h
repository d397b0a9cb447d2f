/* The runtime of csmith's programs for differential tests, without pointers.
 *
 * csmith's own header hashes names, prints through variable arguments and takes addresses, none
 * of which invar models. This one offers what the generated programs call, over integers and one
 * array, and computes the same checksums: `scripts/csmith-diff --self-test` compares the two.
 *
 * With CSMITH_NATIVE (the compiler's run) the checksum is printed here; without it the interpreter
 * knows __invar_print_u32.
 */
#ifndef INVAR_CSMITH_H
#define INVAR_CSMITH_H

#include <limits.h>
#include <stdint.h>
#include <string.h>

#ifdef CSMITH_NATIVE
#include <stdio.h>
static void __invar_print_u32(uint32_t value) { printf("checksum = %08X\n", (unsigned)value); }
#else
void __invar_print_u32(uint32_t value);
#endif

/* The programs print positions only when asked to, and nobody asks. */
#define printf(...) ((void)0)

/* Checksum: CRC-32 with the reflected polynomial, eight bytes per value, low byte first. */

static uint32_t crc32_table[256];
static uint32_t crc32_context = 0xFFFFFFFFu;

static void crc32_gentab(void)
{
    uint32_t index = 0;
    while (index < 256u) {
        uint32_t remainder = index;
        int bit;
        for (bit = 0; bit < 8; bit++) {
            uint32_t carry = remainder & 1u;
            remainder >>= 1;
            if (carry) {
                remainder ^= 0xEDB88320u;
            }
        }
        crc32_table[index] = remainder;
        index++;
    }
}

static void crc32_value(uint64_t value)
{
    int byte;
    for (byte = 0; byte < 8; byte++) {
        uint32_t index = (crc32_context ^ (uint32_t)value) & 0xFFu;
        crc32_context = (crc32_context >> 8) ^ crc32_table[index];
        value >>= 8;
    }
}

#define transparent_crc(value, name, flag) crc32_value(value)
#define platform_main_begin() ((void)0)
#define platform_main_end(crc, flag) __invar_print_u32(crc)

/* Safe arithmetic: an operation that C leaves undefined gives back its first operand. */

/* Narrow types compute in int and wrap on return. */
#define NARROW_SIGNED_SUMS(TYPE) \
    static TYPE safe_unary_minus_func_##TYPE##_s(TYPE a) { return (TYPE)(-(int)a); } \
    static TYPE safe_add_func_##TYPE##_s_s(TYPE a, TYPE b) { return (TYPE)((int)a + (int)b); } \
    static TYPE safe_sub_func_##TYPE##_s_s(TYPE a, TYPE b) { return (TYPE)((int)a - (int)b); } \
    static TYPE safe_mul_func_##TYPE##_s_s(TYPE a, TYPE b) { return (TYPE)((int)a * (int)b); }

NARROW_SIGNED_SUMS(int8_t)
NARROW_SIGNED_SUMS(int16_t)

/* 32 bits compute in 64 and look whether the result still fits. */
static int32_t invar_fit32(int64_t wide, int32_t otherwise)
{
    return (wide < INT32_MIN || wide > INT32_MAX) ? otherwise : (int32_t)wide;
}
static int32_t safe_unary_minus_func_int32_t_s(int32_t a) { return invar_fit32(-(int64_t)a, a); }
static int32_t safe_add_func_int32_t_s_s(int32_t a, int32_t b)
{
    return invar_fit32((int64_t)a + (int64_t)b, a);
}
static int32_t safe_sub_func_int32_t_s_s(int32_t a, int32_t b)
{
    return invar_fit32((int64_t)a - (int64_t)b, a);
}
static int32_t safe_mul_func_int32_t_s_s(int32_t a, int32_t b)
{
    return invar_fit32((int64_t)a * (int64_t)b, a);
}

/* 64 bits compute unsigned and look at the signs, or divide back. */
static int64_t safe_unary_minus_func_int64_t_s(int64_t a) { return a == INT64_MIN ? a : -a; }
static int64_t safe_add_func_int64_t_s_s(int64_t a, int64_t b)
{
    int64_t sum = (int64_t)((uint64_t)a + (uint64_t)b);
    return ((a ^ sum) & (b ^ sum)) < 0 ? a : sum;
}
static int64_t safe_sub_func_int64_t_s_s(int64_t a, int64_t b)
{
    int64_t difference = (int64_t)((uint64_t)a - (uint64_t)b);
    return ((a ^ b) & (a ^ difference)) < 0 ? a : difference;
}
static int64_t safe_mul_func_int64_t_s_s(int64_t a, int64_t b)
{
    int64_t product = (int64_t)((uint64_t)a * (uint64_t)b);
    if (a == 0 || b == 0) {
        return 0;
    }
    if (a == -1) {
        return b == INT64_MIN ? a : product;
    }
    /* Dividing by a is exact unless the product wrapped; a = -1 is dealt with above. */
    return product / a == b ? product : a;
}

#define SIGNED_REST(TYPE, MIN, MAX) \
    static TYPE safe_div_func_##TYPE##_s_s(TYPE a, TYPE b) \
    { \
        return (TYPE)((b == 0 || (b == -1 && a == MIN)) ? a : a / b); \
    } \
    static TYPE safe_mod_func_##TYPE##_s_s(TYPE a, TYPE b) \
    { \
        return (TYPE)((b == 0 || (b == -1 && a == MIN)) ? a : a % b); \
    } \
    static TYPE safe_lshift_func_##TYPE##_s_u(TYPE a, unsigned int by) \
    { \
        return (TYPE)((a < 0 || by > 31u || a > (MAX >> by)) ? a : a << by); \
    } \
    static TYPE safe_rshift_func_##TYPE##_s_u(TYPE a, unsigned int by) \
    { \
        return (TYPE)((a < 0 || by > 31u) ? a : a >> by); \
    } \
    static TYPE safe_lshift_func_##TYPE##_s_s(TYPE a, int by) \
    { \
        return (TYPE)((a < 0 || by < 0 || by > 31 || a > (MAX >> by)) ? a : a << by); \
    } \
    static TYPE safe_rshift_func_##TYPE##_s_s(TYPE a, int by) \
    { \
        return (TYPE)((a < 0 || by < 0 || by > 31) ? a : a >> by); \
    }

SIGNED_REST(int8_t, INT8_MIN, INT8_MAX)
SIGNED_REST(int16_t, INT16_MIN, INT16_MAX)
SIGNED_REST(int32_t, INT32_MIN, INT32_MAX)
SIGNED_REST(int64_t, INT64_MIN, INT64_MAX)

/* WIDE is an unsigned type in which nothing is promoted to int. */
#define UNSIGNED_ALL(TYPE, WIDE, MAX) \
    static TYPE safe_unary_minus_func_##TYPE##_u(TYPE a) { return (TYPE)((WIDE)0 - (WIDE)a); } \
    static TYPE safe_add_func_##TYPE##_u_u(TYPE a, TYPE b) { return (TYPE)((WIDE)a + (WIDE)b); } \
    static TYPE safe_sub_func_##TYPE##_u_u(TYPE a, TYPE b) { return (TYPE)((WIDE)a - (WIDE)b); } \
    static TYPE safe_mul_func_##TYPE##_u_u(TYPE a, TYPE b) { return (TYPE)((WIDE)a * (WIDE)b); } \
    static TYPE safe_div_func_##TYPE##_u_u(TYPE a, TYPE b) { return (TYPE)(b == 0 ? a : a / b); } \
    static TYPE safe_mod_func_##TYPE##_u_u(TYPE a, TYPE b) { return (TYPE)(b == 0 ? a : a % b); } \
    static TYPE safe_lshift_func_##TYPE##_u_u(TYPE a, unsigned int by) \
    { \
        return (TYPE)((by > 31u || a > (MAX >> by)) ? a : (TYPE)((WIDE)a << by)); \
    } \
    static TYPE safe_rshift_func_##TYPE##_u_u(TYPE a, unsigned int by) \
    { \
        return (TYPE)(by > 31u ? a : a >> by); \
    } \
    static TYPE safe_lshift_func_##TYPE##_u_s(TYPE a, int by) \
    { \
        return (TYPE)((by < 0 || by > 31 || a > (MAX >> by)) ? a : (TYPE)((WIDE)a << by)); \
    } \
    static TYPE safe_rshift_func_##TYPE##_u_s(TYPE a, int by) \
    { \
        return (TYPE)((by < 0 || by > 31) ? a : a >> by); \
    }

UNSIGNED_ALL(uint8_t, unsigned int, UINT8_MAX)
UNSIGNED_ALL(uint16_t, unsigned int, UINT16_MAX)
UNSIGNED_ALL(uint32_t, unsigned int, UINT32_MAX)
UNSIGNED_ALL(uint64_t, unsigned long long, UINT64_MAX)

#endif
