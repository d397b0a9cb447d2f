// args: --entry use --property default
// expect: unsafe
void fill(char *a)
__CPROVER_requires(__CPROVER_is_fresh(a, 4))
__CPROVER_assigns(__CPROVER_object_upto(a, 4));

int use(void)
__CPROVER_ensures(__CPROVER_return_value == 0)
{
    char buffer[5] = {0};
    fill(buffer + 1);
    return buffer[4];
}
