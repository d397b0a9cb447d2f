// expect: safe
// A static object that is initialised with the value of a compound literal, or with a character of a string, was zero:
// literals are filled after the objects that read them.
#include <assert.h>
typedef struct { int owner; struct { short low, high; } word; } lock_t;
union number { int whole; char bytes[4]; };
static lock_t lock = (lock_t){ .owner = 1, .word = { 2, 3 } };
static const lock_t fixed = (lock_t){ 4 };
static int number = (int){ 42 };
static double ratio = (double){ 0.5 };
static struct { lock_t first; int second; } pair = { (lock_t){ 5, { 6, 7 } }, (int){ 8 } };
static lock_t several[3] = { [1] = (lock_t){ 9, { 10 } } };
static const char *text = (const char *){ "ab" };
static int *place = (int *){ &number };
static union number both = (union number){ .whole = 11 };
static int chosen = 1 ? (int){ 21 } : 3;
static char letter = "abc"[1], last = "abc"[3];
static lock_t *shared = &(lock_t){ 15 };
int main(void) {
  static lock_t inner = (lock_t){ .word.high = 16 };
  assert(lock.owner == 1 && lock.word.low == 2 && lock.word.high == 3);
  assert(fixed.owner == 4 && number == 42 && ratio == 0.5);
  assert(pair.first.word.high == 7 && pair.second == 8);
  assert(several[0].owner == 0 && several[1].owner == 9 && several[1].word.low == 10);
  assert(text[1] == 'b' && *place == 42 && both.whole == 11);
  assert(chosen == 21 && letter == 'b' && last == 0);
  assert(shared->owner == 15 && inner.word.high == 16 && inner.owner == 0);
  return 0;
}
