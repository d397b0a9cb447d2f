// expect: unknown case that the model of a library function leaves out
// With MSG_TRUNC the result is the length of the message, which may be larger than the buffer.
#include <assert.h>
#include <sys/socket.h>

int main(void) {
  char bytes[4];
  int s = socket(AF_INET, SOCK_DGRAM, 0);
  ssize_t n = recv(s, bytes, sizeof bytes, MSG_TRUNC);
  assert(n <= 4);
  return 0;
}
