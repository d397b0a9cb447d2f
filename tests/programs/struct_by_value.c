// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
struct point {
    int x;
    unsigned char tag[4];
    struct {
        short low, high;
    } range;
};
static struct point moved(struct point p, int by) {
    p.x += by;
    p.tag[1] = 7;
    p.range.high = 3;
    return p;
}
int main(void) {
    struct point p = {.x = 5, .tag = {1, 2}, .range = {-1, 1}};
    struct point q = moved(p, 10);
    if (p.x != 5 || p.tag[1] != 2 || p.range.high != 1)
        __VERIFIER_error();
    if (q.x != 15 || q.tag[0] != 1 || q.tag[1] != 7 || q.tag[3] != 0)
        __VERIFIER_error();
    if (q.range.low != -1 || q.range.high != 3)
        __VERIFIER_error();
    struct point list[3];
    list[1] = q;
    list[2] = list[1];
    if (list[2].tag[1] != 7 || list[2].x != 15)
        __VERIFIER_error();
    return 0;
}
