// What the shims and the Swift code take for granted, compared with the headers of a machine. Nothing here
// is ever run: the compiler is the test.
#define _GNU_SOURCE
#include "../../Sources/Libraries/CBluetooth/shim.h"
#include "../../Sources/Libraries/CDBus/shim.h"
#include "../../Sources/Libraries/CLinux/shim.h"
#include "../../Sources/Libraries/CMosquitto/shim.h"
#include "../../Sources/Libraries/CPCRE2/shim.h"
#include "../../Sources/Libraries/CPango/shim.h"
#include "../../Sources/Libraries/CSQLite/shim.h"
#include <stddef.h>

// Declared by hand, since the shims do without _GNU_SOURCE.
_Static_assert(__O_PATH == O_PATH, "a folder of nothing");
_Static_assert(F_SETPIPE_SZ == 1031, "a pipe's length");
_Static_assert(CMSPAR == 010000000000, "mark parity");
_Static_assert(_Generic(&accept4, int (*)(int, struct sockaddr *, socklen_t *, int): 1), "accept4");
_Static_assert(_Generic(&pipe2, int (*)(int[2], int): 1), "pipe2");

// Swift reads these as bytes.
_Static_assert(sizeof(struct callboard_credentials) == sizeof(struct ucred), "who is at the other end");
_Static_assert(offsetof(struct ucred, uid) == offsetof(struct callboard_credentials, user), "their user");
_Static_assert(offsetof(struct ucred, gid) == offsetof(struct callboard_credentials, group), "their group");
_Static_assert(sizeof(struct inotify_event) == 16, "news of a folder");
_Static_assert(offsetof(struct inotify_event, mask) == 4, "what has happened there");
_Static_assert(offsetof(struct inotify_event, len) == 12, "the length of the name");
_Static_assert(sizeof(struct signalfd_siginfo) == 128, "a signal");
_Static_assert(sizeof(gid_t) == 4, "a list of groups");
_Static_assert(offsetof(struct sockaddr_un, sun_path) == 2, "an address");
_Static_assert(sizeof(long) == 8 && sizeof(void *) == 8, "a machine of 64 bits");
