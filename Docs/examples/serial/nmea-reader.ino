// Reads what Callboard says with `format = nmea` and shows calls: the LED is lit while a call rings,
// and who calls, or what came, is printed. See serial-formats.md for the sentences.
//
// Boards with a second UART (Mega, Leonardo, ESP32 ...) read it there and print on USB; on an Uno,
// put a SoftwareSerial in place of Serial1.
//
// Part of Callboard; the same licence (MIT).

const long BAUD = 9600;
const int FIELDS = 8;
const uint32_t LONGEST_RING = 90000;  // ms; no phone rings as long, so the word of its end was lost

// What is put together from up to nine sentences.
struct Text {
  char all[200];
  char id[14];  // whose it is
  int count;    // how many parts it has
  int last;     // the one that came last
};

char line[83];  // a sentence has at most 82 bytes
byte length = 0;
bool tooLong = false;
Text who;
Text text;
char ringing[14];  // the call for which the LED is lit
uint32_t rang;     // when that was said

void setup() {
  pinMode(LED_BUILTIN, OUTPUT);
  Serial.begin(115200);
  Serial1.begin(BAUD);
}

void loop() {
  if (ringing[0] && (uint32_t)(millis() - rang) >= LONGEST_RING) dark();
  while (Serial1.available()) {
    char c = Serial1.read();
    if (c == '$') {  // begins a sentence, wherever it stands
      length = 0;
      tooLong = false;
    }
    if (c == '\n') {
      line[length] = 0;
      if (!tooLong && isSentence()) take();
      length = 0;
      tooLong = false;
    } else if (c != '\r') {
      if (length < sizeof line - 1) line[length++] = c; else tooLong = true;
    }
  }
}

// Whether the line is "$...*hh" with the right checksum; takes both ends off.
bool isSentence() {
  char *star = strrchr(line, '*');
  if (line[0] != '$' || !star || strlen(star) != 3) return false;
  byte sum = 0;
  for (char *c = line + 1; c < star; c++) sum ^= *c;
  if (sum != hexadecimal(star + 1)) return false;
  *star = 0;
  return true;
}

void take() {
  char *field[FIELDS];
  int count = 0;
  for (char *c = line + 1; c && count < FIELDS;) {  // strtok would pass over empty fields
    field[count++] = c;
    c = strchr(c, ',');
    if (c) *c++ = 0;
  }
  if (!strcmp(field[0], "CBEVT") && count >= 7) {
    light(field[4], field[3]);
    if (!join(who, field, field[6])) return;  // more is to come
    Serial.print(field[4]);
    Serial.print(' ');
    Serial.print(field[5]);
    Serial.print(' ');
    Serial.println(who.all);
  } else if (!strcmp(field[0], "CBTXT") && count >= 5) {
    if (join(text, field, field[4]) && text.all[0]) Serial.println(text.all);
  } else if (!strcmp(field[0], "CBVER") || !strcmp(field[0], "CBEND")) {
    dark();  // a call that rings still is said again; after CBLST, in the midst of it, none is
  }
}

// Lights the LED for a call, and puts it out when that call, and no other, rings no longer.
void light(const char *event, const char *id) {
  if (!strcmp(event, "ringing")) {
    strncpy(ringing, id, sizeof ringing - 1);
    rang = millis();
    digitalWrite(LED_BUILTIN, HIGH);
  } else if (!strcmp(id, ringing) && strcmp(event, "added") && strcmp(event, "modified")) {
    dark();  // answered, ended, missed, removed, forgotten
  }
}

void dark() {
  ringing[0] = 0;
  digitalWrite(LED_BUILTIN, LOW);
}

// Adds a part of a text, and says whether it was the last. Where one before it was lost there is no
// text: half of one may be somebody else's name.
bool join(Text &to, char *field[], const char *more) {
  int count = atoi(field[1]);
  int part = atoi(field[2]);
  bool follows = part == to.last + 1 && count == to.count && !strcmp(field[3], to.id);
  if (part == 1 || !follows) {
    to.all[0] = 0;
    to.last = 0;
    to.count = count;
    strncpy(to.id, field[3], sizeof to.id - 1);
  }
  if (part == to.last + 1) {
    to.last = part;
    add(to, more);
  }
  return part == count;
}

// Adds bytes as far as there is room; ^hh stands for one.
void add(Text &to, const char *more) {
  size_t end = strlen(to.all);
  while (*more && end + 1 < sizeof to.all) {
    int escaped = *more == '^' ? hexadecimal(more + 1) : -1;
    to.all[end++] = escaped < 0 ? *more : escaped;
    more += escaped < 0 ? 1 : 3;
  }
  to.all[end] = 0;
}

// The byte that two digits stand for; -1 for anything else.
int hexadecimal(const char *digits) {
  int value = 0;
  for (int i = 0; i < 2; i++) {
    if (!isxdigit((unsigned char)digits[i])) return -1;
    value = value * 16 + (digits[i] <= '9' ? digits[i] - '0' : (digits[i] & 7) + 9);
  }
  return value;
}
