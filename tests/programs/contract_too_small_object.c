// args: --entry use --property default
// expect: unsafe
void fill(char *a)
__CPROVER_requires(__CPROVER_is_fresh(a, 5))
__CPROVER_assigns(__CPROVER_object_upto(a, 5));

char use(void)
{
    char buffer[4] = {0};
    fill(buffer);
    return buffer[0];
}
