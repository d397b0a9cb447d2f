// expect: unknown library function exit
// clang gives it the attribute of the library's function of that name.
extern void reach_error(void);
int exit(int, int);
int main(void)
{
    exit(1, 2);
    reach_error();
    return 0;
}
