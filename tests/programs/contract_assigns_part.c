// args: --entry set --property default
// expect: unsafe
// Four bytes may be written, the fifth is not one of them.
void set(unsigned char *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 8))
__CPROVER_assigns(__CPROVER_object_upto(p, 4))
{
    for (int i = 0; i < 5; i++)
        p[i] = 0;
}
