int limit = 3;
int count(int n) {
  int rounds = 0;
  for (int i = 0; i <= n; i++) rounds++;
  return rounds;
}
int (*chosen(void))(int) { return count; }
