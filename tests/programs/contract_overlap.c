// args: --entry use --property default
// expect: unsafe
// Two blocks of one array that have bytes in common.
void fill(char *a, const char *b)
__CPROVER_requires(__CPROVER_is_fresh(a, 4))
__CPROVER_requires(__CPROVER_is_fresh(b, 4))
__CPROVER_assigns(__CPROVER_object_upto(a, 4));

char use(void)
{
    char buffer[7] = {0};
    fill(buffer, buffer + 3);
    return buffer[0];
}
