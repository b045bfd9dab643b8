#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

// _GNU_SOURCE must stay undefined: the toolchain's own C library module is built without it, and
// two definitions of the same structs do not load together.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <ifaddrs.h>
#include <linux/capability.h>
#include <linux/fb.h>
#include <locale.h>
#include <malloc.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

// wcwidth is declared by <wchar.h> only for _XOPEN_SOURCE.
extern int wcwidth(wchar_t character);

// open, fcntl and ioctl are variadic, which Swift cannot call.
static inline int callboard_open_for_reading(const char *path) {
    return open(path, O_RDONLY | O_CLOEXEC);
}

// For a file that might be a pipe without a writer, which keeps others waiting.
static inline int callboard_open_for_reading_at_once(const char *path) {
    return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

static inline int callboard_duplicate(int descriptor) {
    return fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
}

// dup3 is declared only for _GNU_SOURCE.
extern int dup3(int from, int to, int flags);

// Closes what `to` was, and keeps the new one from children.
static inline int callboard_replace(int from, int to) {
    return dup3(from, to, O_CLOEXEC);
}

static inline int callboard_duplicate_from(int descriptor, int lowest) {
    return fcntl(descriptor, F_DUPFD_CLOEXEC, lowest);
}

static inline int callboard_open_for_writing_without_waiting(const char *path) {
    return open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

// The array of the environment, which is no function.
extern char **environ;
static inline char **callboard_environment(void) {
    return environ;
}

// A pipe without a reader must not make whoever opens it wait.
static inline int callboard_open_for_appending(const char *path) {
    return open(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600);
}

static inline int callboard_open_to_replace(const char *path) {
    return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY | O_CLOEXEC, 0600);
}

// O_PATH without the underscores needs _GNU_SOURCE.
static inline int callboard_open_for_nothing(void) {
    return open("/", __O_PATH | O_CLOEXEC);
}

static inline int callboard_create_exclusively(int folder, const char *name) {
    return openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
}

static inline int callboard_open_or_create(int folder, const char *name) {
    return openat(folder, name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
}

static inline int callboard_open_in(int folder, const char *name) {
    return openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
}

static inline int callboard_open_folder(const char *path) {
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

// A link in its place is no folder.
static inline int callboard_open_folder_itself(int folder, const char *name) {
    return openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
}

// d_name is an array, which Swift makes a tuple.
static inline const char *callboard_entry_name(const struct dirent *entry) {
    return entry->d_name;
}

// accept4 and struct ucred are declared only for _GNU_SOURCE.
extern int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags);

struct callboard_credentials {
    pid_t process;
    uid_t user;
    gid_t group;
};

static inline int callboard_make_close_on_exec(int descriptor) {
    return fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

static inline int callboard_make_nonblocking(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    return flags < 0 ? -1 : fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

static inline int callboard_descriptor_flags(int descriptor) {
    return fcntl(descriptor, F_GETFD);
}

// A serial port whose modem lines are down must not make whoever opens it wait.
static inline int callboard_open_serial(const char *path) {
    return open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
}

static inline int callboard_set_exclusive(int descriptor, int is_exclusive) {
    return ioctl(descriptor, is_exclusive ? TIOCEXCL : TIOCNXCL);
}

static inline int callboard_is_exclusive(int descriptor) {
    int is_exclusive = 0;
    return ioctl(descriptor, TIOCGEXCL, &is_exclusive) == 0 && is_exclusive != 0;
}

// CMSPAR, which needs _DEFAULT_SOURCE; the same on all machines but a few old ones.
static const tcflag_t callboard_mark_parity = 010000000000;

static inline int callboard_unsent(int descriptor) {
    int count = 0;
    return ioctl(descriptor, TIOCOUTQ, &count) == 0 ? count : -1;
}

// c_cc is an array, which Swift makes a tuple.
static inline void callboard_set_serial_characters(struct termios *mode) {
    mode->c_cc[VMIN] = 1;
    mode->c_cc[VTIME] = 0;
    mode->c_cc[VSTART] = 0x11;
    mode->c_cc[VSTOP] = 0x13;
}

static inline int callboard_window_size(int descriptor, struct winsize *size) {
    return ioctl(descriptor, TIOCGWINSZ, size);
}

// F_SETPIPE_SZ is declared only for _GNU_SOURCE.
static inline int callboard_limit_pipe(int descriptor, int bytes) {
    return fcntl(descriptor, 1031, bytes) < 0 ? -1 : 0;
}

// How many bytes of a pipe nobody has read.
static inline int callboard_unread_bytes(int descriptor) {
    int count = 0;
    return ioctl(descriptor, FIONREAD, &count) == 0 ? count : -1;
}

// pipe2 and pidfd_open are declared only for _GNU_SOURCE, or by headers that need it.
extern int pipe2(int ends[2], int flags);
extern int pidfd_open(pid_t process, unsigned int flags);

// prctl is variadic.
static inline int callboard_end_with_parent(int number) {
    return prctl(PR_SET_PDEATHSIG, number, 0, 0, 0);
}

static inline int callboard_drop_ambient_capabilities(void) {
    return prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
}

// capget has no declaration in the C library, and syscall is variadic.
static inline int callboard_holds_capability(int number) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
    struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {{0}};
    if (syscall(SYS_capget, &header, data) != 0) return 0;
    return (data[number / 32].effective >> (number % 32)) & 1;
}

// Whether some program keeps the clock right, judged as systemd does: the flag alone may only keep the kernel from
// writing to the hardware clock. After 16 s of possible error the kernel itself gives the clock up.
static inline int callboard_clock_is_synchronised(void) {
    enum { LARGEST_ERROR = 16000000 };
    struct timex clock = {0};
    if (adjtimex(&clock) < 0) return -1;
    return clock.maxerror < LARGEST_ERROR || !(clock.status & STA_UNSYNC);
}

// Relative, so that the time between a comparison and this call does not count.
static inline int callboard_move_clock(long seconds, long microseconds) {
    struct timex clock = {.modes = ADJ_SETOFFSET, .time = {.tv_sec = seconds, .tv_usec = microseconds}};
    return adjtimex(&clock) < 0 ? -1 : 0;
}

static inline int callboard_open_to_read_and_write(const char *path) {
    return open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
}

// What the kernel says of a framebuffer, out of two structures with nested ones.
struct callboard_framebuffer {
    __u32 width, height, x, y, bits, line, grayscale, nonstandard, type, visual;
    __u32 offsets[3], lengths[3];
};

static inline int callboard_framebuffer_geometry(int descriptor, struct callboard_framebuffer *all) {
    struct fb_var_screeninfo varying;
    struct fb_fix_screeninfo fixed;
    if (ioctl(descriptor, FBIOGET_VSCREENINFO, &varying) != 0 ||
        ioctl(descriptor, FBIOGET_FSCREENINFO, &fixed) != 0) {
        return -1;
    }
    all->width = varying.xres;
    all->height = varying.yres;
    all->x = varying.xoffset;
    all->y = varying.yoffset;
    all->bits = varying.bits_per_pixel;
    all->line = fixed.line_length;
    all->grayscale = varying.grayscale;
    all->nonstandard = varying.nonstd;
    all->type = fixed.type;
    all->visual = fixed.visual;
    const struct fb_bitfield fields[3] = {varying.red, varying.green, varying.blue};
    for (int index = 0; index < 3; index++) {
        all->offsets[index] = fields[index].offset;
        all->lengths[index] = fields[index].length;
    }
    return 0;
}

// SIG_IGN is a cast in a macro, which Swift does not import.
static inline int callboard_ignore_signal(int number) {
    return signal(number, SIG_IGN) == SIG_ERR ? -1 : 0;
}

static inline int callboard_unignore_signal(int number) {
    return signal(number, SIG_DFL) == SIG_ERR ? -1 : 0;
}

// sa_handler is a macro for a member of a union.
static inline int callboard_is_signal_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

// What a terminal is to be again where the program crashes: done by a handler of signals, in which
// no Swift code may run. One file of the wrapper calls this, so that there is one of each.
struct callboard_rescue {
    int terminal;
    struct termios mode;
    char words[128];
};

static inline struct callboard_rescue *callboard_rescue_place(void) {
    static struct callboard_rescue place = {.terminal = -1};
    return &place;
}

static inline void callboard_rescue_now(int signal) {
    struct callboard_rescue *rescue = callboard_rescue_place();
    if (rescue->terminal >= 0) {
        tcflush(rescue->terminal, TCOFLUSH);
        tcsetattr(rescue->terminal, TCSANOW, &rescue->mode);
        ssize_t written = write(rescue->terminal, rescue->words, strlen(rescue->words));
        (void)written;
    }
    // By now the signal does what it usually does.
    raise(signal);
}

static inline void callboard_handle_crashes(void (*handler)(int)) {
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL,  SIGFPE,  SIGTRAP, SIGABRT,
                                  SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU};
    struct sigaction action = {0};
    action.sa_handler = handler;
    action.sa_flags = SA_RESETHAND;
    for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++)
        sigaction(crashes[index], &action, NULL);
}

static inline int callboard_begin_rescue(const char *path, const char *words) {
    struct callboard_rescue *rescue = callboard_rescue_place();
    if (rescue->terminal >= 0 || strlen(words) >= sizeof rescue->words) return -1;
    int terminal = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (terminal < 0) return -1;
    if (tcgetattr(terminal, &rescue->mode) < 0) {
        close(terminal);
        return -1;
    }
    strcpy(rescue->words, words);
    rescue->terminal = terminal;
    callboard_handle_crashes(callboard_rescue_now);
    return 0;
}

static inline void callboard_end_rescue(void) {
    struct callboard_rescue *rescue = callboard_rescue_place();
    callboard_handle_crashes(SIG_DFL);
    if (rescue->terminal >= 0) close(rescue->terminal);
    rescue->terminal = -1;
}

#endif
