int is_digit(char c) {
  return c >= '0' && c <= '9';
}

int digit_value(char c) {
  return is_digit(c) ? c - '0' : -1;
}

int hex_value(char c) {
  static const char digits[] = "0123456789abcdef";
  for (int i = 0; i < 16; i++)
    if (digits[i] == c)
      return i;
  return -1;
}

char to_upper(char c) {
  return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

int parse_byte(const char text[3]) {
  int value = 0;
  for (int i = 0; i < 3; i++) {
    if (!is_digit(text[i]))
      return -1;
    value = value * 10 + (text[i] - '0');
  }
  return value <= 255 ? value : -1;
}
