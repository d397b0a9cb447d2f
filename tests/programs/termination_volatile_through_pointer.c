// expect: unknown volatile
// args: --property termination
int flag = 1;
int main(void) {
  while (*(volatile int *)&flag == 0) ;
  return 0;
}
