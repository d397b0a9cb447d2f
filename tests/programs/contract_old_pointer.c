// args: --entry set --property default
// expect: safe
// The pointer is the earlier one, what it points to is that of now; an earlier object has its earlier elements.
typedef struct { int values[4]; } row;
void set(row *r, int *p)
__CPROVER_requires(__CPROVER_is_fresh(r, sizeof(row)))
__CPROVER_requires(__CPROVER_is_fresh(p, 2 * sizeof(int)))
__CPROVER_assigns(r->values[0], p[1])
__CPROVER_ensures(__CPROVER_old(p)[1] == 7)
__CPROVER_ensures(__CPROVER_forall { unsigned k; (1 <= k && k < 4) ==> r->values[k] == __CPROVER_old(*r).values[k] })
{
    r->values[0] = 3;
    p[1] = 7;
}
