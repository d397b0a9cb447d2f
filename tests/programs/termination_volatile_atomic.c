// expect: unsafe
// args: --property termination
// A function reads the volatile object as memory.
volatile int flag;
int main(void) {
  while (__atomic_load_n(&flag, 0)) ;
  return 0;
}
