// Functions of glibc 2.38 and later, for glibc 2.36 of Debian 12: Debian unstable compiles Swift's runtime with its own headers,
// which call these.

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __isoc23_sscanf(const char *text, const char *format, ...) {
    va_list values;
    va_start(values, format);
    int count = vsscanf(text, format, values);
    va_end(values);
    return count;
}

long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }

long long __isoc23_strtoll(const char *text, char **end, int base) { return strtoll(text, end, base); }

size_t strlcpy(char *copy, const char *text, size_t size) {
    size_t length = strlen(text);
    if (size != 0) {
        size_t kept = length < size ? length : size - 1;
        memcpy(copy, text, kept);
        copy[kept] = 0;
    }
    return length;
}
