/*
 * The door: a client that hands the command line to the daemon and prints what comes back. It knows no command. Whatever it
 * cannot do (no daemon, another version, files, standard input, secrets in the environment) it leaves to Node, which can do all.
 * What it sends is a line of JSON (DoorRequest in src/protocol/messages.ts); what it hears are the frames of src/protocol/door.ts.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif
#ifdef DROVER_BARE
#include "bare.h"
#endif

#if !defined DROVER_VERSION || !defined DROVER_NODE_FLAGS
#error "The build says which version this is, and how Node is started for a daemon."
#endif

#define PATH_BYTES 4096
/* As in src/config/home.ts: a longer one is somewhere else, which Node knows. */
#define MAX_SOCKET_PATH 100
#define START_TIMEOUT_MS 20000
#define RETRY_MS 4

extern char **environ;

static char **arguments;

/* All of it, whatever the other end takes at a time. 0 when nobody reads it. */
static int write_all(int to, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(to, bytes, length);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {
      struct pollfd full = {.fd = to, .events = POLLOUT};
      poll(&full, 1, -1);
      continue;
    }
    if (written < 0) return 0;
    bytes += written;
    length -= written;
  }
  return 1;
}

static int say(int to, const char *text) { return write_all(to, text, strlen(text)); }

/* Where this program lies, links followed. */
static int own_folder(char *folder) {
#ifdef __APPLE__
  char given[PATH_BYTES];
  uint32_t size = sizeof given;
  if (_NSGetExecutablePath(given, &size) != 0 || realpath(given, folder) == NULL) return 0;
#else
  ssize_t length = readlink("/proc/self/exe", folder, PATH_BYTES - 1);
  if (length <= 0) return 0;
  folder[length] = '\0';
#endif
  char *slash = strrchr(folder, '/');
  if (slash == NULL) return 0;
  *slash = '\0';
  return 1;
}

/* The same command by Node, from its beginning. Does not return. */
static void leave_to_node(void) {
  char folder[PATH_BYTES], script[PATH_BYTES + 16];
  if (!own_folder(folder)) strcpy(folder, ".");
  snprintf(script, sizeof script, "%s/drover.cjs", folder);
  int count = 0;
  while (arguments[count] != NULL) count++;
  char **command = malloc((count + 2) * sizeof *command);
  if (command != NULL) {
    command[0] = "node";
    command[1] = script;
    memcpy(command + 2, arguments + 1, count * sizeof *command);
    execvp("node", command);
  }
  say(2, "drover: Node could not be started: is `node` on the PATH?\n");
  _exit(127);
}

struct text {
  char *bytes;
  size_t length, room;
};

static void append(struct text *text, const char *bytes, size_t length) {
  if (text->length + length > text->room) {
    text->room = (text->length + length) * 2;
    char *longer = malloc(text->room);
    if (longer == NULL) leave_to_node();
    if (text->length > 0) memcpy(longer, text->bytes, text->length);
    free(text->bytes);
    text->bytes = longer;
  }
  memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
}

static void append_text(struct text *text, const char *bytes) { append(text, bytes, strlen(bytes)); }

/* The length of the UTF-8 character that begins here, or 0 when none does: JSON has no other bytes. */
static int character_at(const unsigned char *at) {
  if (at[0] < 0x80) return 1;
  int length = at[0] >= 0xc2 && at[0] < 0xe0 ? 2 : at[0] >= 0xe0 && at[0] < 0xf0 ? 3 : at[0] >= 0xf0 && at[0] < 0xf5 ? 4 : 0;
  for (int index = 1; index < length; index++)
    if ((at[index] & 0xc0) != 0x80) return 0;
  if (at[0] == 0xe0 && at[1] < 0xa0) return 0;
  if (at[0] == 0xed && at[1] >= 0xa0) return 0;
  if (at[0] == 0xf0 && at[1] < 0x90) return 0;
  if (at[0] == 0xf4 && at[1] >= 0x90) return 0;
  return length;
}

static void append_quoted(struct text *text, const char *value, size_t length) {
  append_text(text, "\"");
  for (const unsigned char *at = (const unsigned char *)value, *end = at + length; at < end;) {
    int size = character_at(at);
    if (size == 0) leave_to_node();
    if (*at < 0x20 || *at == '"' || *at == '\\' || *at == 0x7f) {
      char escape[8];
      snprintf(escape, sizeof escape, "\\u%04x", *at);
      append_text(text, escape);
    } else {
      append(text, (const char *)at, size);
    }
    at += size;
  }
  append_text(text, "\"");
}

/* As in src/protocol/secretVariables.ts: a variable that may be a secret is never sent, and Node knows which of them are harmless. */
static int sounds_secret(const char *name, size_t length) {
  static const char *words[] = {"KEY", "TOKEN", "SECRET", "PASSWORD", "PASSPHRASE", "CREDENTIAL", "SEED"};
  for (size_t word = 0; word < sizeof words / sizeof *words; word++) {
    size_t size = strlen(words[word]);
    for (size_t at = 0; at + size <= length; at++)
      if (strncasecmp(name + at, words[word], size) == 0) return 1;
  }
  return 0;
}

static int is_one_of(const char *name, size_t length, const char *const *names) {
  for (; *names != NULL; names++)
    if (strlen(*names) == length && strncmp(*names, name, length) == 0) return 1;
  return 0;
}

/* A daemon and its browsers inherit none of them. */
static int has_secrets(void) {
  static const char *const secrets[] = {"BW_SESSION", "OP_SERVICE_ACCOUNT_TOKEN", NULL};
  for (char **entry = environ; *entry != NULL; entry++) {
    const char *equals = strchr(*entry, '=');
    if (equals == NULL) continue;
    size_t length = equals - *entry;
    if (equals[1] != '\0' && is_one_of(*entry, length, secrets)) return 1;
    if (strncmp(*entry, "DROVER_", 7) == 0 && sounds_secret(*entry, length)) return 1;
  }
  return 0;
}

/* What the daemon may know, and only that. */
static void append_environment(struct text *text) {
  static const char *const told[] = {"DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "NO_COLOR", "FORCE_COLOR", "TERM", NULL};
  const char *separator = "";
  if (has_secrets()) leave_to_node();
  append_text(text, ",\"env\":{");
  for (char **entry = environ; *entry != NULL; entry++) {
    const char *equals = strchr(*entry, '=');
    if (equals == NULL) continue;
    size_t length = equals - *entry;
    int empty = equals[1] == '\0', ours = strncmp(*entry, "DROVER_", 7) == 0;
    if (!ours && (empty || !is_one_of(*entry, length, told))) continue;
    append_text(text, separator);
    append_quoted(text, *entry, length);
    append_text(text, ":");
    append_quoted(text, equals + 1, strlen(equals + 1));
    separator = ",";
  }
  append_text(text, "}");
}

static void append_request(struct text *text) {
  char folder[PATH_BYTES], numbers[96];
  struct winsize size = {0};
  if (getcwd(folder, sizeof folder) == NULL) leave_to_node();
  append_text(text, "{\"type\":\"door\",\"version\":\"" DROVER_VERSION "\",\"cwd\":");
  append_quoted(text, folder, strlen(folder));
  append_text(text, ",\"argv\":[");
  for (int index = 1; arguments[index] != NULL; index++) {
    if (index > 1) append_text(text, ",");
    append_quoted(text, arguments[index], strlen(arguments[index]));
  }
  append_text(text, "]");
  append_environment(text);
  int wide = isatty(1) && ioctl(1, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  snprintf(numbers, sizeof numbers, ",\"screens\":[%s,%s],\"columns\":%d}\n", isatty(1) ? "true" : "false", isatty(2) ? "true" : "false", wide ? size.ws_col : 100);
  append_text(text, numbers);
}

/* Nobody else can have put a socket into a folder that is this user's and that others cannot write to. */
static int is_own(const char *path, mode_t kind) {
  struct stat found;
  return lstat(path, &found) == 0 && (found.st_mode & S_IFMT) == kind && found.st_uid == getuid() && (found.st_mode & 022) == 0;
}

/* Where everything of this Drover lives; 0 when only Node can tell. */
static int find_home(char *folder) {
  const char *given = getenv("DROVER_HOME"), *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
  if (given != NULL && *given != '\0') snprintf(folder, PATH_BYTES, "%s", given);
#ifdef __APPLE__
  else if (home != NULL && *home == '/') snprintf(folder, PATH_BYTES, "%s/Library/Application Support/drover", home);
#else
  else if (data != NULL) snprintf(folder, PATH_BYTES, "%s/drover", data);
  else if (home != NULL && *home == '/') snprintf(folder, PATH_BYTES, "%s/.local/share/drover", home);
#endif
  else return 0;
  (void)data;
  /* What is not written out in full is made so by Node, and may be longer then. */
  return folder[0] == '/' && strlen(folder) + strlen("/daemon.sock") <= MAX_SOCKET_PATH;
}

static int connect_to_daemon(const char *folder) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%.88s/daemon.sock", folder);
  if (!is_own(folder, S_IFDIR) || !is_own(address.sun_path, S_IFSOCK)) return -1;
  int daemon = socket(AF_UNIX, SOCK_STREAM, 0);
  if (daemon < 0) return -1;
  /* Not for the Node that this may become: the daemon waits for its clients to go before it leaves. */
  fcntl(daemon, F_SETFD, FD_CLOEXEC);
  if (connect(daemon, (struct sockaddr *)&address, sizeof address) == 0) return daemon;
  close(daemon);
  return -1;
}

/* A browser is opened, and nothing is said about how: the one command that is worth starting a daemon for without Node's word. */
static int only_opens(int count) {
  if (count < 2 || count > 3 || (strcmp(arguments[1], "open") != 0 && strcmp(arguments[1], "start") != 0)) return 0;
  return count == 2 || (arguments[2][0] != '-' && arguments[2][0] != '\0');
}

/* An agent's server on standard streams: its daemon can start beside it. */
static int serves_agent(void) {
  static const char *const others[] = {"token", "--help", "-h", "--http", NULL};
  if (arguments[1] == NULL || strcmp(arguments[1], "mcp") != 0) return 0;
  for (char **word = arguments + 2; *word != NULL; word++)
    if (is_one_of(*word, strlen(*word), others) || strncmp(*word, "--http=", 7) == 0) return 0;
  return 1;
}

static int make_folders(const char *folder) {
  char path[PATH_BYTES];
  snprintf(path, sizeof path, "%s", folder);
  for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    if (mkdir(path, 0700) != 0 && errno != EEXIST) return 0;
    *slash = '/';
  }
  return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/*
 * How the last browser of this machine was started, as src/browser/launchRecipe.ts wrote it down: what must still be so, line by line, and
 * the words to start one with. {home} stands for this home.
 */
struct recipe {
  char *words[256];
  int count;
};

static int fill_in(char *to, const char *text, const char *home) {
  size_t length = 0, size = strlen(home);
  for (; *text != '\0'; text++) {
    int here = strncmp(text, "{home}", 6) == 0;
    if (length + (here ? size : 1) >= PATH_BYTES) return 0;
    memcpy(to + length, here ? home : text, here ? size : 1);
    length += here ? size : 1;
    if (here) text += 5;
  }
  to[length] = '\0';
  return 1;
}

/* One line of a recipe: does it still hold, and can it be followed? */
static int follow(struct recipe *recipe, char *line, const char *home) {
  char text[PATH_BYTES];
  struct stat found;
  char *value = strchr(line, ' ');
  if (value == NULL) return 0;
  *value++ = '\0';
  if (!fill_in(text, value, home)) return 0;
  if (strcmp(line, "version") == 0) return strcmp(text, DROVER_VERSION) == 0;
  if (strcmp(line, "absent") == 0) return lstat(text, &found) != 0 && errno == ENOENT;
  if (strcmp(line, "unset") == 0) return getenv(text) == NULL || *getenv(text) == '\0';
  if (strcmp(line, "env") == 0) {
    char *equals = strchr(text, '=');
    if (equals == NULL) return 0;
    *equals++ = '\0';
    return getenv(text) != NULL && strcmp(getenv(text), equals) == 0;
  }
  if (strcmp(line, "word") != 0 || recipe->count >= 255) return 0;
  recipe->words[recipe->count] = strdup(text);
  return recipe->words[recipe->count++] != NULL;
}

static int read_recipe(struct recipe *recipe, const char *folder, const char *home) {
  static char text[65536];
  char path[PATH_BYTES + 16];
  snprintf(path, sizeof path, "%s/launch.recipe", folder);
  int file = is_own(path, S_IFREG) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return 0;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0 || text[length - 1] != '\n') return 0;
  text[length] = '\0';
  recipe->count = 0;
  for (char *line = text, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
    *end = '\0';
    if (!follow(recipe, line, home)) return 0;
  }
  recipe->words[recipe->count] = NULL;
  return recipe->count > 0;
}

/* What whoever started this had open is not for what lives longer. */
static void close_from(int first) {
  for (int other = first; other < 256; other++) close(other);
}

struct browser {
  char name[16]; /* b-1234abcd */
  pid_t pid;
};

/* The two FIFOs that a browser is driven through, as src/browser/debuggingPipe.ts has them. */
static int make_pipe(const char *browsers, const char *name) {
  char path[PATH_BYTES + 64];
  snprintf(path, sizeof path, "%s/%s.pipe", browsers, name);
  if (mkdir(path, 0700) != 0) return 0;
  size_t length = strlen(path);
  strcpy(path + length, "/commands");
  if (mkfifo(path, 0600) != 0) return 0;
  strcpy(path + length, "/answers");
  return mkfifo(path, 0600) == 0;
}

/* In its own process group, with the ends of two FIFOs as its descriptors 3 and 4, as src/browser/launchBrowser.ts starts it. */
static void become_browser(const struct recipe *recipe, const char *browsers, const char *name) {
  char path[PATH_BYTES + 64], folder[PATH_BYTES + 64] = "/";
  struct rlimit none = {0, 0};
  snprintf(path, sizeof path, "%s/%s.log", browsers, name);
  int log = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600), nothing = open("/dev/null", O_RDONLY), ends[2];
  for (int end = 0; end < 2; end++) {
    snprintf(path, sizeof path, "%s/%s.pipe/%s", browsers, name, end == 0 ? "commands" : "answers");
    /* Above where they are put, so that neither is in the other's way. */
    ends[end] = fcntl(open(path, O_RDWR), F_DUPFD, 10);
  }
  for (int word = 1; word < recipe->count; word++)
    if (strncmp(recipe->words[word], "--user-data-dir=", 16) == 0) snprintf(folder, sizeof folder, "%s", recipe->words[word] + 16);
  if (log < 0 || nothing < 0 || ends[0] < 0 || ends[1] < 0 || !make_folders(folder) || chdir(folder) != 0) _exit(127);
  setsid();
  if (dup2(nothing, 0) < 0 || dup2(log, 1) < 0 || dup2(log, 2) < 0 || dup2(ends[0], 3) < 0 || dup2(ends[1], 4) < 0) _exit(127);
  close_from(5);
  setrlimit(RLIMIT_CORE, &none);
  execv(recipe->words[0], recipe->words);
  _exit(127);
}

/*
 * Starts the browser at once where a recipe holds: Node, which the daemon needs first, takes as long as a tenth of the whole. It begins with
 * the turn to start browsers (src/browser/launchTurn.ts), which the daemon is given and gives back. Whatever is not plain is the daemon's.
 */
static int begin_browser(struct browser *browser, const char *home, const char *program_folder) {
  char browsers[PATH_BYTES], path[PATH_BYTES + 64];
  struct recipe recipe;
  unsigned int number;
  if (!read_recipe(&recipe, program_folder, home) && !read_recipe(&recipe, home, home)) return -1;
  snprintf(browsers, sizeof browsers, "%.4000s/browsers", home);
  snprintf(path, sizeof path, "%s/starting", browsers);
  int turn = make_folders(browsers) ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
  if (turn < 0) return -1;
  int random = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
  int named = random >= 0 && read(random, &number, sizeof number) == sizeof number;
  if (random >= 0) close(random);
  snprintf(browser->name, sizeof browser->name, "b-%08x", named ? number : 0);
  browser->pid = named && make_pipe(browsers, browser->name) ? fork() : -1;
  if (browser->pid == 0) become_browser(&recipe, browsers, browser->name);
  if (browser->pid > 0) return turn;
  snprintf(path, sizeof path, "%s/starting", browsers);
  unlink(path);
  close(turn);
  return -1;
}

/*
 * What src/client/startDaemon.ts does. The daemon is told how it is wanted (that a browser is about to be, and which one has begun), and nothing
 * of what for: everybody on this machine can read how a process was started. Ends with the new process, or does not return.
 */
static void become_daemon(const char *folder, int log, char *how, char *begun) {
  char workspace[PATH_BYTES + 16], program[PATH_BYTES + 16];
  struct rlimit none = {0, 0};
  int nothing = open("/dev/null", O_RDONLY);
  snprintf(workspace, sizeof workspace, "%s/workspace", folder);
  setenv("DROVER_HOME", folder, 1);
  if (getenv("DROVER_WORKSPACE") == NULL || *getenv("DROVER_WORKSPACE") == '\0') setenv("DROVER_WORKSPACE", workspace, 1);
  setenv("MALLOC_MMAP_THRESHOLD_", "131072", 1);
  setenv("MALLOC_TRIM_THRESHOLD_", "131072", 1);
  setenv("MALLOC_ARENA_MAX", "2", 1);
  /* Secrets are in its memory, which is not written to disk when it crashes. */
  setrlimit(RLIMIT_CORE, &none);
  setsid();
  if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(log, 1) < 0 || dup2(log, 2) < 0 || !own_folder(program) || chdir(folder) != 0) _exit(1);
  close_from(3);
  strcat(program, "/daemon.cjs");
  char *command[] = {"node", DROVER_NODE_FLAGS, program, how, begun, NULL};
  execvp("node", command);
  _exit(127);
}

static long long now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/* Where a daemon writes its log, once its home is ready for one; -1 where Node is to say what is wrong with it. */
static int prepare_home(const char *folder) {
  char log_file[PATH_BYTES + 16];
  const char *workspace = getenv("DROVER_WORKSPACE");
  if (workspace != NULL && *workspace != '\0' && *workspace != '/') return -1;
  if (!make_folders(folder) || chmod(folder, 0700) != 0 || !is_own(folder, S_IFDIR)) return -1;
  snprintf(log_file, sizeof log_file, "%s/daemon.log", folder);
  return open(log_file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* A connection to a daemon that this starts, with the browser that it is to open, or -1: then Node tries, and says what is wrong. */
static int start_daemon(const char *folder) {
  char programs[PATH_BYTES], begun[64], number[16];
  struct browser browser;
  int log = own_folder(programs) ? prepare_home(folder) : -1;
  if (log < 0) return -1;
  int turn = begin_browser(&browser, folder, programs);
  if (turn >= 0) snprintf(begun, sizeof begun, "%s:%d", browser.name, browser.pid);
  pid_t child = fork();
  if (child == 0) become_daemon(folder, log, "--open", turn >= 0 ? begun : NULL);
  close(log);
  if (turn >= 0) {
    snprintf(number, sizeof number, "%d", child);
    say(turn, number);
    close(turn);
  }
  if (child > 0 && isatty(2)) say(2, "Starting Drover \u2026\n");
  for (long long end = now_ms() + START_TIMEOUT_MS; child > 0 && now_ms() < end;) {
    int status, daemon = connect_to_daemon(folder);
    if (daemon >= 0) return daemon;
    /* One that finds another daemon leaves with 0: that one answers in a moment. */
    if (waitpid(child, &status, WNOHANG) == child && !(WIFEXITED(status) && WEXITSTATUS(status) == 0)) break;
    poll(NULL, 0, RETRY_MS);
  }
  /* It would hold its profile. */
  if (turn >= 0) kill(-browser.pid, SIGKILL);
  return -1;
}

/* Starts a daemon that leaves when nobody asks it anything, and tells the Node that this becomes which process that is. It is nobody's child: Node would not know of it. */
static void start_spare_daemon(const char *folder) {
  int ends[2], log = prepare_home(folder);
  pid_t between, daemon = 0;
  char number[24], browsers[PATH_BYTES];
  if (log < 0 || pipe(ends) != 0) return;
  snprintf(browsers, sizeof browsers, "%.4000s/browsers", folder);
  /* Ready for the first browser that somebody asks for. One that is there already does as well. */
  if (make_folders(browsers)) make_pipe(browsers, "spare");
  if ((between = fork()) == 0) {
    if ((daemon = fork()) == 0) become_daemon(folder, log, "--spare", NULL);
    _exit(write(ends[1], &daemon, sizeof daemon) != sizeof daemon);
  }
  close(log);
  close(ends[1]);
  if (between > 0 && read(ends[0], &daemon, sizeof daemon) == sizeof daemon && daemon > 0) {
    snprintf(number, sizeof number, "%d", daemon);
    setenv("DROVER_DAEMON_BEGUN", number, 1);
  }
  close(ends[0]);
  if (between > 0) waitpid(between, NULL, 0);
}

static int read_all(int from, void *to, size_t length) {
  for (size_t held = 0; held < length;) {
    ssize_t got = read(from, (char *)to + held, length - held);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return 0;
    held += got;
  }
  return 1;
}

int main(int argc, char **argv) {
  char home[PATH_BYTES];
  arguments = argv;
  if (argc == 2 && (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)) return !say(1, DROVER_VERSION "\n");
  if (!find_home(home)) leave_to_node();
  int daemon = connect_to_daemon(home);
  if (daemon < 0 && serves_agent() && !has_secrets()) start_spare_daemon(home);
  if (daemon < 0 && !only_opens(argc)) leave_to_node();
  struct text request = {0};
  append_request(&request);
  /* After the request, which is Node's to make where there are secrets that no daemon inherits. */
  if (daemon < 0 && (daemon = start_daemon(home)) < 0) leave_to_node();
  signal(SIGPIPE, SIG_IGN);
  if (!write_all(daemon, request.bytes, request.length)) leave_to_node();

  /* What to say when the daemon dies under a command that has begun. */
  unsigned char *farewell = NULL, *payload = NULL;
  uint32_t farewell_length = 0, room = 0;
  int heard = 0;
  for (;;) {
    unsigned char head[5];
    if (!read_all(daemon, head, sizeof head)) break;
    uint32_t length = (uint32_t)head[1] << 24 | (uint32_t)head[2] << 16 | (uint32_t)head[3] << 8 | head[4];
    if (length > room) {
      free(payload);
      payload = malloc(length);
      room = length;
    }
    if (length > 0 && (payload == NULL || !read_all(daemon, payload, length))) break;
    if (head[0] == 'x') return length > 0 ? payload[0] : 1;
    if (head[0] == 'n') leave_to_node();
    if (head[0] == 's') {
      farewell = payload;
      farewell_length = length;
      payload = NULL;
      room = 0;
      continue;
    }
    if (head[0] != '1' && head[0] != '2') leave_to_node();
    heard = 1;
    /* A reader that has seen enough is no failure; the command goes on to its end, as it does by Node. */
    write_all(head[0] - '0', (char *)payload, length);
  }
  if (farewell_length < 2) {
    if (heard) return 3;
    leave_to_node();
  }
  write_all(farewell[1], (char *)farewell + 2, farewell_length - 2);
  return farewell[0];
}
