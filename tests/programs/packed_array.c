// expect: safe
// args: --data-model ILP32
// Found by csmith: members of packed structs lie at odd addresses, and that is fine.
extern void __VERIFIER_error(void);
#pragma pack(1)
struct odd { char c; int value; };
#pragma pack()
static struct odd table[3];
int main(void) {
    int *p = &table[1].value;
    *p = 5;
    if (table[1].value != 5 || table[0].value || table[2].value || sizeof(table) != 15)
        __VERIFIER_error();
    return 0;
}
