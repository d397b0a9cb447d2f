// args: --entry touch --property default
// expect: unsafe
// A write counts, whatever it writes.
void touch(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof(int)))
__CPROVER_assigns()
{
    *p = *p;
}
