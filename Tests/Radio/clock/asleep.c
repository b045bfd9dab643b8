// A host that has slept, for one program: the clock that counts sleep is ahead by as many nanoseconds as a file says.
//
// The guest cannot sleep itself: its root file system is a 9p share, whose driver does not survive a suspend of the
// devices. The timer of that clock is set by what the program believes; what came due in the sleep shows when the
// program next looks at the clock.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { SECOND = 1000000000, DESCRIPTORS = 1024 };

static const volatile int64_t *slept;
static char counts_sleep[DESCRIPTORS];

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("RIG_SLEPT");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *page = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *slept, PROT_READ, MAP_SHARED, file, 0);
    if (page == MAP_FAILED) abort();
    slept = page;
    close(file);
}

static struct timespec moved(struct timespec time, int64_t by) {
    int64_t all = time.tv_sec * (int64_t)SECOND + time.tv_nsec + by;
    if (all < 1) all = 1;
    return (struct timespec){all / SECOND, all % SECOND};
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int failed = syscall(SYS_clock_gettime, clock, time);
    if (!failed && clock == CLOCK_BOOTTIME && slept) *time = moved(*time, *slept);
    return failed;
}

int timerfd_create(int clock, int flags) {
    int timer = syscall(SYS_timerfd_create, clock, flags);
    if (timer >= 0 && timer < DESCRIPTORS) counts_sleep[timer] = clock == CLOCK_BOOTTIME;
    return timer;
}

int timerfd_settime(int timer, int flags, const struct itimerspec *new, struct itimerspec *old) {
    struct itimerspec setting = *new;
    int is_set = setting.it_value.tv_sec || setting.it_value.tv_nsec;
    if (is_set && flags & TFD_TIMER_ABSTIME && timer < DESCRIPTORS && counts_sleep[timer])
        setting.it_value = moved(setting.it_value, -*slept);
    return syscall(SYS_timerfd_settime, timer, flags, &setting, old);
}
