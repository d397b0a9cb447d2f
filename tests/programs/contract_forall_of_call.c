// args: --entry use --property default
// expect: safe
// What the call ensures for all elements is used for the one that is read.
void clear(unsigned char *p, unsigned n)
__CPROVER_requires(n <= 100)
__CPROVER_requires(__CPROVER_is_fresh(p, n))
__CPROVER_assigns(__CPROVER_object_upto(p, n))
__CPROVER_ensures(__CPROVER_forall { unsigned k; (0 <= k && k < n) ==> p[k] == 0 });

unsigned use(unsigned i)
__CPROVER_requires(i < 100)
__CPROVER_ensures(__CPROVER_return_value == 0)
{
    unsigned char buffer[100];
    clear(buffer, 100);
    return buffer[i];
}
