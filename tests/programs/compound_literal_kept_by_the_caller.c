// expect: unknown
// args: --checks default
// A compound literal ends with the function that made it, also where the caller keeps its address.
static void make(int **to) { *to = (int[]){1, 2}; }

int main(void)
{
    int *p = 0;
    make(&p);
    return *p;
}
