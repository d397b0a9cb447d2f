// args: --entry set --property default
// expect: unsafe
// The first element is not the earlier one.
typedef struct { int values[4]; } row;
void set(row *r)
__CPROVER_requires(__CPROVER_is_fresh(r, sizeof(row)))
__CPROVER_assigns(__CPROVER_object_whole(r))
__CPROVER_ensures(__CPROVER_forall { unsigned k; (0 <= k && k < 4) ==> r->values[k] == __CPROVER_old(r->values)[k] })
{
    r->values[0] = r->values[1];
}
