// Reads what Callboard says with `format = nmea` and shows calls: the LED is lit while a call rings,
// and who calls, or what came, is printed. See serial.md for the sentences.
//
// Boards with a second UART (Mega, Leonardo, ESP32 ...) read it there and print on USB; on an Uno,
// put a SoftwareSerial in place of Serial1.
//
// Part of Callboard; the same licence (MIT).

const long BAUD = 9600;
const int FIELDS = 8;

char line[83];  // a sentence has at most 82 bytes
byte length = 0;
bool tooLong = false;
char who[100];  // texts are put together from up to nine sentences
char text[200];

void setup() {
  pinMode(LED_BUILTIN, OUTPUT);
  Serial.begin(115200);
  Serial1.begin(BAUD);
}

void loop() {
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
  if (sum != strtol(star + 1, NULL, 16)) return false;
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
    join(who, sizeof who, field[2], field[6]);
    if (strcmp(field[1], field[2])) return;  // more is to come
    const char *event = field[4];
    if (!strcmp(event, "ringing")) digitalWrite(LED_BUILTIN, HIGH);
    if (!strcmp(event, "answered") || !strcmp(event, "ended") || !strcmp(event, "missed")) {
      digitalWrite(LED_BUILTIN, LOW);
    }
    Serial.print(event);
    Serial.print(' ');
    Serial.print(field[5]);
    Serial.print(' ');
    Serial.println(who);
  } else if (!strcmp(field[0], "CBTXT") && count >= 5) {
    join(text, sizeof text, field[2], field[4]);
    if (!strcmp(field[1], field[2])) Serial.println(text);
  }
}

// Adds a part of a text, which begins anew with part 1; ^hh stands for one byte.
void join(char *all, size_t size, const char *part, const char *more) {
  if (!strcmp(part, "1")) all[0] = 0;
  size_t end = strlen(all);
  while (*more && end + 1 < size) {
    if (more[0] == '^' && more[1] && more[2]) {
      char digits[3] = {more[1], more[2], 0};
      all[end++] = strtol(digits, NULL, 16);
      more += 3;
    } else {
      all[end++] = *more++;
    }
  }
  all[end] = 0;
}
