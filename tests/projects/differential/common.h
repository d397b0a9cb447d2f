extern void __invar_print_u32(unsigned);
#define print(value) __invar_print_u32((unsigned)(value))
struct node { int value; struct node *next; };
union word { unsigned value; unsigned char bytes[4]; };
enum kind { ONE = 1, TWO };
typedef int operation(int);
extern const int late_length;
int other(int);
int read_tentative(void);
int first_byte(void);
int total(const struct node *);
struct node by_value(struct node);
int apply(operation *, int);
int callback(int);
int jump(int);
enum kind kind_of(struct node);
static inline int twice(int x) { static int used; return 2 * x + used++; }
