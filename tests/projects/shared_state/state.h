struct state { int level; int table[4]; struct state *self; };
enum mode { IDLE = 2, BUSY };
extern struct state shared;
extern enum mode mode;
extern int lengths[];
void fill(struct state *, unsigned);
int sum(const struct state *);
