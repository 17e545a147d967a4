/* A disk that can fail and that remembers what was flushed: loaded before the C library (LD_PRELOAD) in tests.

   Every change of a file below DISK_WATCH is appended to the journal DISK_LOG together with every flush, so that a test can
   say what a power cut at any moment would have left. The first byte of DISK_CONTROL, which the test writes, makes changes fail:
   1 the disk is full, 2 it is read-only, 3 a flush fails. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { FULL = 1, READ_ONLY = 2, NO_FLUSH = 3 };

struct record {
    uint32_t op;
    uint32_t path;   /* bytes of the path that follows */
    uint64_t offset;
    uint64_t length; /* bytes of data (or of the second path) after the path */
};

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static const char *watched;
static size_t watched_length;
static int journal = -1;
static volatile unsigned char *control;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
    const char *log = getenv("DISK_LOG"), *faults = getenv("DISK_CONTROL");
    watched = getenv("DISK_WATCH");
    if (watched == NULL) return;
    watched_length = strlen(watched);
    if (log != NULL) journal = REAL(open)(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (faults != NULL) {
        int fd = REAL(open)(faults, O_RDONLY | O_CLOEXEC);
        void *page = fd < 0 ? MAP_FAILED : mmap(NULL, 1, PROT_READ, MAP_SHARED, fd, 0);
        if (page != MAP_FAILED) control = page;
        if (fd >= 0) REAL(close)(fd);
    }
}

static int ends(const char *path, const char *with) {
    size_t a = strlen(path), b = strlen(with);
    return a >= b && strcmp(path + a - b, with) == 0;
}

/* Whether a path is watched. Shared memory and lock files hold nothing that has to survive. */
static int is_watched(const char *path) {
    return watched != NULL && strncmp(path, watched, watched_length) == 0 && !ends(path, "-shm") && !ends(path, ".lock");
}

static int watched_fd(int fd, char *path) {
    char link[64];
    if (watched == NULL) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return is_watched(path);
}

static int fault(void) { return control == NULL ? 0 : *control; }

static void note(char op, const char *path, uint64_t offset, const void *data, size_t length) {
    if (journal < 0) return;
    struct record record = {(uint32_t)op, (uint32_t)strlen(path), offset, length};
    struct iovec parts[3] = {{&record, sizeof record}, {(void *)path, record.path}, {(void *)data, length}};
    if (REAL(writev)(journal, parts, length ? 3 : 2) < 0) abort();
}

/* --- writing --- */

static int refuses_write(void) {
    if (fault() == FULL) errno = ENOSPC;
    else if (fault() == READ_ONLY) errno = EROFS;
    else return 0;
    return 1;
}

static ssize_t write_at(int fd, const void *data, size_t length, off_t offset, int placed) {
    char path[PATH_MAX];
    if (!watched_fd(fd, path)) return placed ? REAL(pwrite64)(fd, data, length, offset) : REAL(write)(fd, data, length);
    if (refuses_write()) return -1;
    pthread_mutex_lock(&turn);
    off_t at = placed ? offset : REAL(lseek64)(fd, 0, SEEK_CUR);
    ssize_t done = placed ? REAL(pwrite64)(fd, data, length, offset) : REAL(write)(fd, data, length);
    if (done > 0) note('W', path, (uint64_t)at, data, (size_t)done);
    pthread_mutex_unlock(&turn);
    return done;
}

ssize_t write(int fd, const void *data, size_t length) { return write_at(fd, data, length, 0, 0); }
ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) { return write_at(fd, data, length, offset, 1); }
ssize_t pwrite64(int fd, const void *data, size_t length, off_t offset) { return write_at(fd, data, length, offset, 1); }

/* Used by PostgreSQL only, whose files are made to fail but not noted. */
#define GUARDED(type, failed, name, parameters, arguments, fd) \
    type name parameters { \
        char path[PATH_MAX]; \
        if (watched_fd(fd, path) && refuses_write()) return failed; \
        return REAL(name) arguments; \
    }
GUARDED(ssize_t, -1, pwritev, (int fd, const struct iovec *parts, int count, off_t offset), (fd, parts, count, offset), fd)
GUARDED(ssize_t, -1, pwritev64, (int fd, const struct iovec *parts, int count, off_t offset), (fd, parts, count, offset), fd)
GUARDED(int, errno, posix_fallocate, (int fd, off_t offset, off_t length), (fd, offset, length), fd)
GUARDED(int, errno, posix_fallocate64, (int fd, off_t offset, off_t length), (fd, offset, length), fd)
GUARDED(int, -1, fallocate, (int fd, int mode, off_t offset, off_t length), (fd, mode, offset, length), fd)
GUARDED(int, -1, fallocate64, (int fd, int mode, off_t offset, off_t length), (fd, mode, offset, length), fd)

static int cut_to(int fd, off_t length) {
    char path[PATH_MAX];
    if (!watched_fd(fd, path)) return REAL(ftruncate64)(fd, length);
    if (fault() == READ_ONLY) return errno = EROFS, -1;
    pthread_mutex_lock(&turn);
    int done = REAL(ftruncate64)(fd, length);
    if (done == 0) note('T', path, (uint64_t)length, NULL, 0);
    pthread_mutex_unlock(&turn);
    return done;
}

int ftruncate(int fd, off_t length) { return cut_to(fd, length); }
int ftruncate64(int fd, off_t length) { return cut_to(fd, length); }

/* --- flushing --- */

static int flush(int fd, int (*real)(int)) {
    char path[PATH_MAX];
    if (!watched_fd(fd, path)) return real(fd);
    if (fault() == NO_FLUSH) return errno = EIO, -1;
    pthread_mutex_lock(&turn);
    int done = real(fd);
    if (done == 0) note('S', path, 0, NULL, 0);
    pthread_mutex_unlock(&turn);
    return done;
}

int fsync(int fd) { return flush(fd, REAL(fsync)); }
int fdatasync(int fd) { return flush(fd, REAL(fdatasync)); }

/* --- names --- */

static int opened(const char *path, int flags, mode_t mode, int (*real)(const char *, int, ...)) {
    char whole[PATH_MAX];
    int changes = flags & (O_CREAT | O_TRUNC | O_WRONLY | O_RDWR);
    if (watched == NULL || !changes || realpath(path, whole) == NULL) {
        if (watched == NULL || !changes || errno != ENOENT || strlen(path) >= PATH_MAX) return real(path, flags, mode);
        strcpy(whole, path); /* a new file; the tests use absolute paths */
    }
    if (!is_watched(whole)) return real(path, flags, mode);
    if (fault() == READ_ONLY) return errno = EROFS, -1;
    pthread_mutex_lock(&turn);
    int known = access(whole, F_OK) == 0;
    int fd = real(path, flags, mode);
    if (fd >= 0 && !known) note('C', whole, 0, NULL, 0);
    if (fd >= 0 && known && (flags & O_TRUNC)) note('T', whole, 0, NULL, 0);
    pthread_mutex_unlock(&turn);
    return fd;
}

#define OPENS(name) \
    int name(const char *path, int flags, ...) { \
        va_list more; \
        va_start(more, flags); \
        mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? (mode_t)va_arg(more, int) : 0; \
        va_end(more); \
        return opened(path, flags, mode, REAL(name)); \
    }
OPENS(open)
OPENS(open64)

int unlink(const char *path) {
    if (!is_watched(path)) return REAL(unlink)(path);
    if (fault() == READ_ONLY) return errno = EROFS, -1;
    pthread_mutex_lock(&turn);
    int done = REAL(unlink)(path);
    if (done == 0) note('U', path, 0, NULL, 0);
    pthread_mutex_unlock(&turn);
    return done;
}

int rename(const char *old, const char *name) {
    if (!is_watched(name)) return REAL(rename)(old, name);
    if (fault() == READ_ONLY) return errno = EROFS, -1;
    pthread_mutex_lock(&turn);
    int done = REAL(rename)(old, name);
    if (done == 0) note('R', old, 0, name, strlen(name));
    pthread_mutex_unlock(&turn);
    return done;
}
