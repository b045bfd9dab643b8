#ifndef CPOSTGRESQL_SHIM_H
#define CPOSTGRESQL_SHIM_H

#include <fcntl.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

// dup3 is declared by <unistd.h> only for _GNU_SOURCE.
extern int dup3(int descriptor, int number, int flags);

// What the system calls them is in more headers than Swift sees from here.
static inline int callboard_socket_pair(int *ends) {
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends);
}

static inline int callboard_replace_file(int number, int descriptor) {
    return dup3(descriptor, number, O_CLOEXEC);
}

#endif
