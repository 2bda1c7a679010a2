/*
 * What drover.c uses of C's library, for Linux on x86-64 without one. A command lives for a few milliseconds, and glibc spends most of one before
 * main: it asks the processor what it can do, each question of which leaves a virtual machine, and touches twenty pages. Elsewhere the system's library is used.
 * Types and constants are the system's; so are the names, so that drover.c does not know the difference. Only what it needs is here.
 */
#include <stdarg.h>
#include <sys/syscall.h>

extern int main(int argc, char **argv);

char **environ;

static int failure;
int *__errno_location(void) { return &failure; }

static long ask(long number, long a, long b, long c, long d, long e, long f) {
  register long r10 __asm__("r10") = d, r8 __asm__("r8") = e, r9 __asm__("r9") = f;
  long answer;
  __asm__ volatile("syscall" : "=a"(answer) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
  if (answer >= 0 || answer < -4095) return answer;
  failure = (int)-answer;
  return -1;
}

#define ASK_1(number, a) ask(number, (long)(a), 0, 0, 0, 0, 0)
#define ASK_2(number, a, b) ask(number, (long)(a), (long)(b), 0, 0, 0, 0)
#define ASK_3(number, a, b, c) ask(number, (long)(a), (long)(b), (long)(c), 0, 0, 0)

void _exit(int code) {
  for (;;) ASK_1(SYS_exit_group, code);
}

/* The kernel's first words: how many arguments, those, nothing, the environment. */
__asm__(".globl _start\n_start:\n\txor %ebp, %ebp\n\tmov %rsp, %rdi\n\tand $-16, %rsp\n\tcall begin\n");

__attribute__((used)) void begin(long *stack) {
  char **argv = (char **)(stack + 1);
  environ = argv + stack[0] + 1;
  _exit(main((int)stack[0], argv));
}

ssize_t read(int from, void *to, size_t length) { return ASK_3(SYS_read, from, to, length); }
ssize_t write(int to, const void *bytes, size_t length) { return ASK_3(SYS_write, to, bytes, length); }
int open(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  int mode = flags & O_CREAT ? va_arg(more, int) : 0;
  va_end(more);
  return (int)ASK_3(SYS_open, path, flags, mode);
}
int close(int file) { return (int)ASK_1(SYS_close, file); }
int dup2(int from, int to) { return (int)ASK_2(SYS_dup2, from, to); }
int fcntl(int file, int command, ...) {
  va_list more;
  va_start(more, command);
  int value = va_arg(more, int);
  va_end(more);
  return (int)ASK_3(SYS_fcntl, file, command, value);
}
int ioctl(int file, unsigned long request, ...) {
  va_list more;
  va_start(more, request);
  void *value = va_arg(more, void *);
  va_end(more);
  return (int)ASK_3(SYS_ioctl, file, request, value);
}
int isatty(int file) {
  char settings[64];
  return ioctl(file, TCGETS, settings) == 0;
}
int pipe(int ends[2]) { return (int)ASK_1(SYS_pipe, ends); }
int poll(struct pollfd *files, nfds_t count, int ms) { return (int)ASK_3(SYS_poll, files, count, ms); }
int lstat(const char *path, struct stat *found) { return (int)ASK_2(SYS_lstat, path, found); }
int chmod(const char *path, mode_t mode) { return (int)ASK_2(SYS_chmod, path, mode); }
int mkdir(const char *path, mode_t mode) { return (int)ASK_2(SYS_mkdir, path, mode); }
int mkfifo(const char *path, mode_t mode) { return (int)ASK_3(SYS_mknod, path, mode | S_IFIFO, 0); }
int unlink(const char *path) { return (int)ASK_1(SYS_unlink, path); }
int chdir(const char *path) { return (int)ASK_1(SYS_chdir, path); }
ssize_t readlink(const char *path, char *to, size_t room) { return ASK_3(SYS_readlink, path, to, room); }
char *getcwd(char *to, size_t room) { return ASK_2(SYS_getcwd, to, room) > 0 && to[0] == '/' ? to : NULL; }
int socket(int domain, int type, int protocol) { return (int)ASK_3(SYS_socket, domain, type, protocol); }
int connect(int from, const struct sockaddr *to, socklen_t length) { return (int)ASK_3(SYS_connect, from, to, length); }
uid_t getuid(void) { return (uid_t)ASK_1(SYS_getuid, 0); }
pid_t fork(void) { return (pid_t)ASK_1(SYS_fork, 0); }
pid_t setsid(void) { return (pid_t)ASK_1(SYS_setsid, 0); }
int kill(pid_t process, int signal) { return (int)ASK_2(SYS_kill, process, signal); }
pid_t waitpid(pid_t process, int *status, int options) { return (pid_t)ask(SYS_wait4, process, (long)status, options, 0, 0, 0); }
int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) { return (int)ASK_2(SYS_setrlimit, resource, limit); }
int clock_gettime(clockid_t clock, struct timespec *now) { return (int)ASK_2(SYS_clock_gettime, clock, now); }
int execv(const char *path, char *const words[]) { return (int)ASK_3(SYS_execve, path, words, environ); }

/* Only SIG_IGN and SIG_DFL: a handler would need a way back. */
__sighandler_t signal(int number, __sighandler_t how) {
  struct {
    __sighandler_t how;
    unsigned long flags;
    void (*back)(void);
    unsigned long mask;
  } action = {how, 0, NULL, 0};
  return ask(SYS_rt_sigaction, number, (long)&action, 0, sizeof action.mask, 0, 0) == 0 ? SIG_DFL : SIG_ERR;
}

void *memcpy(void *to, const void *from, size_t length) {
  for (size_t at = 0; at < length; at++) ((char *)to)[at] = ((const char *)from)[at];
  return to;
}
void *memset(void *to, int byte, size_t length) {
  for (size_t at = 0; at < length; at++) ((char *)to)[at] = (char)byte;
  return to;
}
size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length] != '\0') length++;
  return length;
}
int strncmp(const char *one, const char *other, size_t length) {
  for (; length > 0; one++, other++, length--)
    if (*one != *other || *one == '\0') return (unsigned char)*one - (unsigned char)*other;
  return 0;
}
int strcmp(const char *one, const char *other) { return strncmp(one, other, (size_t)-1); }
static int lower(char letter) { return letter >= 'A' && letter <= 'Z' ? letter + 32 : letter; }
int strncasecmp(const char *one, const char *other, size_t length) {
  for (; length > 0; one++, other++, length--)
    if (lower(*one) != lower(*other) || *one == '\0') return lower(*one) - lower(*other);
  return 0;
}
char *strchr(const char *text, int byte) {
  for (; *text != (char)byte; text++)
    if (*text == '\0') return NULL;
  return (char *)text;
}
char *strrchr(const char *text, int byte) {
  const char *found = NULL;
  for (; *text != '\0'; text++)
    if (*text == (char)byte) found = text;
  return (char *)found;
}
char *strcpy(char *to, const char *from) { return memcpy(to, from, strlen(from) + 1); }
char *strcat(char *to, const char *from) {
  strcpy(to + strlen(to), from);
  return to;
}

/* Nothing is given back: whoever asks is about to end. A piece that grows is asked for anew. */
void *malloc(size_t length) {
  static char *next, *end;
  length = (length + 15) & ~(size_t)15;
  if (length > (size_t)(end - next)) {
    size_t room = length > 65536 ? length : 65536;
    long made = ask(SYS_mmap, 0, (long)room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made < 0 && made > -4096) return NULL;
    next = (char *)made;
    end = next + room;
  }
  next += length;
  return next - length;
}
void free(void *piece) { (void)piece; }
char *strdup(const char *text) {
  char *copy = malloc(strlen(text) + 1);
  return copy == NULL ? NULL : strcpy(copy, text);
}

char *getenv(const char *name) {
  size_t length = strlen(name);
  for (char **entry = environ; *entry != NULL; entry++)
    if (strncmp(*entry, name, length) == 0 && (*entry)[length] == '=') return *entry + length + 1;
  return NULL;
}
int setenv(const char *name, const char *value, int replace) {
  size_t length = strlen(name), count = 0;
  char **entry = environ, *text = malloc(length + strlen(value) + 2);
  (void)replace;
  if (text == NULL) return -1;
  memcpy(text, name, length);
  text[length] = '=';
  strcpy(text + length + 1, value);
  for (; *entry != NULL && !(strncmp(*entry, name, length) == 0 && (*entry)[length] == '='); entry++) count++;
  if (*entry != NULL) {
    *entry = text;
    return 0;
  }
  char **longer = malloc((count + 2) * sizeof *longer);
  if (longer == NULL) return -1;
  memcpy(longer, environ, count * sizeof *longer);
  longer[count] = text;
  longer[count + 1] = NULL;
  environ = longer;
  return 0;
}

/* Of all that a format can say: %s, %.<number>s, %d and %0<width>x. What does not fit is left out. */
int vsnprintf(char *to, size_t room, const char *format, va_list values) {
  size_t length = 0;
  char digits[24];
  for (; *format != '\0'; format++) {
    const char *text = format;
    size_t size = 1, most = (size_t)-1, width = 0;
    if (*format == '%') {
      int cut = *++format == '.';
      size_t number = 0;
      for (format += cut; *format >= '0' && *format <= '9'; format++) number = number * 10 + (size_t)(*format - '0');
      if (cut) most = number;
      else width = number;
      if (*format == 's') {
        text = va_arg(values, const char *);
        for (size = 0; size < most && text[size] != '\0';) size++;
      } else {
        unsigned int base = *format == 'x' ? 16 : 10, value = va_arg(values, unsigned int);
        int negative = *format == 'd' && (int)value < 0;
        char *digit = digits + sizeof digits;
        if (negative) value = -value;
        do *--digit = "0123456789abcdef"[value % base];
        while ((value /= base) > 0);
        while ((size_t)(digits + sizeof digits - digit) < width) *--digit = '0';
        if (negative) *--digit = '-';
        text = digit;
        size = (size_t)(digits + sizeof digits - digit);
      }
    }
    for (size_t at = 0; at < size; at++, length++)
      if (length + 1 < room) to[length] = text[at];
  }
  if (room > 0) to[length < room ? length : room - 1] = '\0';
  return (int)length;
}
int snprintf(char *to, size_t room, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int length = vsnprintf(to, room, format, values);
  va_end(values);
  return length;
}

/* Where the first program of that name is that can be started, as the shell looks for it. */
int execvp(const char *name, char *const words[]) {
  const char *folders = getenv("PATH");
  char path[4096];
  int refused = 0;
  for (const char *folder = folders == NULL ? "/usr/local/bin:/usr/bin:/bin" : folders; folder != NULL;) {
    const char *end = strchr(folder, ':');
    size_t length = end == NULL ? strlen(folder) : (size_t)(end - folder);
    if (length + strlen(name) + 2 <= sizeof path) {
      memcpy(path, length == 0 ? "." : folder, length == 0 ? 1 : length);
      path[length == 0 ? 1 : length] = '/';
      strcpy(path + (length == 0 ? 1 : length) + 1, name);
      execv(path, words);
      if (failure == EACCES) refused = 1;
    }
    folder = end == NULL ? NULL : end + 1;
  }
  if (refused) failure = EACCES;
  return -1;
}
