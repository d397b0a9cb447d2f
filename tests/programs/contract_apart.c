// args: --entry use --property default
// expect: safe
void fill(char *a, const char *b)
__CPROVER_requires(__CPROVER_is_fresh(a, 4))
__CPROVER_requires(__CPROVER_is_fresh(b, 4))
__CPROVER_assigns(__CPROVER_object_upto(a, 4))
__CPROVER_ensures(a[1] == b[2]);

int use(void)
__CPROVER_ensures(__CPROVER_return_value == 1)
{
    char buffer[8] = {0};
    buffer[6] = 3;
    fill(buffer, buffer + 4);
    return buffer[1] == 3 && buffer[6] == 3;
}
