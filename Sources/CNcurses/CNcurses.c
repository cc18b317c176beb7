#define _XOPEN_SOURCE_EXTENDED 1
#define _DARWIN_C_SOURCE 1
#define _GNU_SOURCE 1
#define NCURSES_WIDECHAR 1

#include "CNcurses.h"

#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
// term.h defines macros with the names of terminfo capabilities.
#undef columns
#undef lines
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

/// Codes of keys that ncurses does not define.
enum { key_mouse_report = KEY_MAX + 1, key_paste_begin, key_paste_end };

static const char mouse_on[] = "\033[?1000h\033[?1002h\033[?1006h";
static const char mouse_off[] = "\033[?1006l\033[?1002l\033[?1000l";
static const char paste_on[] = "\033[?2004h";
static const char paste_off[] = "\033[?2004l";
/// Between these, a terminal with synchronized output shows the previous frame; others ignore them.
static const char frame_begin[] = "\033[?2026h";
static const char frame_end[] = "\033[?2026l";

static SCREEN *screen;
static bool mouse_is_used;

// State for signal handlers, which can only write prepared bytes.
static volatile sig_atomic_t is_taken;
static struct termios original;
static char ending[256];
static size_t ending_length;
static int wake = -1;

/// Selects a UTF-8 locale, without which ncurses would treat characters as bytes.
static void choose_locale(void) {
    setlocale(LC_ALL, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) {
        setlocale(LC_CTYPE, "C.UTF-8");
    }
}

static void send(const char *text) {
    fputs(text, stdout);
    fflush(stdout);
}

static void add_ending(const char *text) {
    if (!text || text == (char *)-1) {
        return;
    }
    size_t length = strlen(text);
    if (ending_length + length < sizeof ending) {
        memcpy(ending + ending_length, text, length);
        ending_length += length;
    }
}

/// Prepares the sequences from terminfo that restore the terminal.
static void prepare_ending(void) {
    ending_length = 0;
    add_ending(frame_end);
    add_ending(mouse_off);
    add_ending(paste_off);
    add_ending(tigetstr("sgr0"));
    add_ending(tigetstr("rmkx"));
    add_ending(tigetstr("rmcup"));
    add_ending(tigetstr("cnorm"));
}

/// Keeps Ctrl-C as a signal, which ends the program even if the screen hangs; Ctrl-Z, Ctrl-S and
/// other control characters are keys.
static void keep_interrupts(void) {
    struct termios mode;
    if (tcgetattr(STDIN_FILENO, &mode) != 0) {
        return;
    }
    mode.c_lflag |= ISIG;
    mode.c_cc[VSUSP] = _POSIX_VDISABLE;
#ifdef VDSUSP
    mode.c_cc[VDSUSP] = _POSIX_VDISABLE;
#endif
    tcsetattr(STDIN_FILENO, TCSADRAIN, &mode);
    def_prog_mode();
}

static void set_modes(void) {
    raw();
    noecho();
    nonl();
    keypad(stdscr, true);
    nodelay(stdscr, true);
    set_escdelay(25);
    curs_set(0);
    keep_interrupts();
}

static void begin_input(void) {
    send(paste_on);
    if (mouse_is_used) {
        send(mouse_on);
    }
}

static void end_input(void) {
    send(mouse_off);
    send(paste_off);
}

/// Restores the terminal before a signal kills the process: a trap, or Ctrl-\\.
static void on_trap(int number) {
    cncurses_restore();
    signal(number, SIG_DFL);
    raise(number);
}

static void on_change(int number) {
    int error = errno;
    char byte = number == SIGWINCH ? 'w' : 'z';
    if (write(wake, &byte, 1) < 0) {
        // The pipe is full, so the reader will wake up anyway.
    }
    errno = error;
}

static void handle(int number, void (*handler)(int)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

bool cncurses_start(const char *type, bool mouse) {
    choose_locale();
    mouse_is_used = mouse;
    if (tcgetattr(STDIN_FILENO, &original) != 0) {
        return false;
    }
    // Allocate no screen of the size that the terminal or the environment claims; it is resized.
    use_env(false);
    screen = newterm(type, stdout, stdin);
    if (!screen) {
        return false;
    }
    if (!tigetstr("cup") || tigetstr("cup") == (char *)-1) {
        cncurses_end();
        return false;
    }
    prepare_ending();
    is_taken = 1;
    const int traps[] = {SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};
    for (size_t i = 0; i < sizeof traps / sizeof *traps; i++) {
        handle(traps[i], on_trap);
    }
    set_modes();
    if (has_colors()) {
        start_color();
        use_default_colors();
    }
    define_key("\033[<", key_mouse_report);
    define_key("\033[200~", key_paste_begin);
    define_key("\033[201~", key_paste_end);
    begin_input();
    return true;
}

void cncurses_end(void) {
    if (!screen) {
        return;
    }
    end_input();
    endwin();
    is_taken = 0;
    delscreen(screen);
    screen = NULL;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &original);
}

void cncurses_restore(void) {
    if (!is_taken) {
        return;
    }
    is_taken = 0;
    if (write(STDOUT_FILENO, ending, ending_length) < 0) {
        // The process ends; the error cannot be reported.
    }
    tcsetattr(STDIN_FILENO, TCSANOW, &original);
}

static bool has_direct_colors(void) {
    return tigetflag("RGB") > 0 || tigetnum("RGB") > 0;
}

/// Returns whether a capability is a control sequence of ECMA-48.
static bool is_ansi(const char *name) {
    const char *text = tigetstr(name);
    return text && text != (char *)-1 && strncmp(text, "\033[", 2) == 0;
}

static unsigned capabilities(void) {
    const char *cup = tigetstr("cup");
    unsigned found = cup && cup != (char *)-1 ? cncurses_positions_cursor : 0;
    found |= is_ansi("cup") && is_ansi("el") && is_ansi("ed") ? cncurses_is_ansi : 0;
    found |= is_ansi("setaf") || has_direct_colors() ? cncurses_has_ansi_colors : 0;
    found |= tigetnum("colors") >= 256 || has_direct_colors() ? cncurses_has_256_colors : 0;
    return found;
}

static unsigned direct_colors(void) {
    return has_direct_colors();
}

/// Calls `read` on the terminfo entry of a terminal type; 0 if there is no entry.
static unsigned read_entry(const char *type, unsigned (*read)(void)) {
    // The entry that was read last is a global variable.
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    int error = 0;
    unsigned found = 0;
    TERMINAL *before = cur_term;
    if (setupterm(type, STDOUT_FILENO, &error) == OK) {
        found = read();
        TERMINAL *mine = cur_term;
        set_curterm(before);
        del_curterm(mine);
    }
    pthread_mutex_unlock(&lock);
    return found;
}

unsigned cncurses_capabilities(const char *type) {
    return read_entry(type, capabilities);
}

bool cncurses_knows_direct_colors(const char *type) {
    return read_entry(type, direct_colors) != 0;
}

int cncurses_colors(void) {
    if (!has_colors()) {
        return 0;
    }
    return has_direct_colors() ? 1 << 24 : COLORS;
}

void cncurses_watch(int descriptor) {
    wake = descriptor;
    handle(SIGWINCH, on_change);
    handle(SIGTSTP, on_change);
}

void cncurses_size(int *columns, int *rows) {
    struct winsize size;
    bool is_known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    *columns = is_known ? size.ws_col : 0;
    *rows = is_known ? size.ws_row : 0;
}

void cncurses_resize(int columns, int rows) {
    resizeterm(rows, columns);
    clearok(curscr, true);
}

void cncurses_put(int column, int row, const char *character, int foreground, int background,
                  unsigned attributes) {
    wchar_t wide[CCHARW_MAX + 1];
    size_t count = mbstowcs(wide, character, CCHARW_MAX);
    if (count == 0 || count == (size_t)-1) {
        wcscpy(wide, L"?");
        count = 1;
    }
    wide[count] = L'\0';
    attr_t looks = A_NORMAL;
    looks |= attributes & cncurses_bold ? A_BOLD : 0;
    looks |= attributes & cncurses_dim ? A_DIM : 0;
    looks |= attributes & cncurses_underlined ? A_UNDERLINE : 0;
    looks |= attributes & cncurses_reversed ? A_REVERSE : 0;
    int pair = foreground < 0 && background < 0 ? 0 : alloc_pair(foreground, background);
    cchar_t cell;
    if (setcchar(&cell, wide, looks, 0, pair > 0 ? (void *)&pair : NULL) == OK) {
        mvadd_wch(row, column, &cell);
    }
}

void cncurses_show(int cursor_column, int cursor_row) {
    if (cursor_column >= 0) {
        move(cursor_row, cursor_column);
    }
    bool has_changes = is_wintouched(stdscr) || is_cleared(curscr);
    if (has_changes) {
        send(frame_begin);
    }
    curs_set(cursor_column >= 0 ? 1 : 0);
    refresh();
    if (has_changes) {
        send(frame_end);
    }
}

void cncurses_send(const uint8_t *bytes, size_t count) {
    fwrite(bytes, 1, count, stdout);
    fflush(stdout);
}

void cncurses_forget(void) {
    clearok(curscr, true);
}

static cncurses_input key_of(wint_t code) {
    switch (code) {
    case KEY_UP: return cncurses_input_up;
    case KEY_DOWN: return cncurses_input_down;
    case KEY_LEFT: return cncurses_input_left;
    case KEY_RIGHT: return cncurses_input_right;
    case KEY_PPAGE: return cncurses_input_page_up;
    case KEY_NPAGE: return cncurses_input_page_down;
    case KEY_HOME: return cncurses_input_home;
    case KEY_END: return cncurses_input_end;
    case KEY_BACKSPACE: return cncurses_input_backspace;
    case KEY_DC: return cncurses_input_delete;
    case KEY_ENTER: return cncurses_input_enter;
    case KEY_BTAB: return cncurses_input_back_tab;
    // The names of the keys that scroll are those of shifted arrows in terminfo.
    case KEY_SR: return cncurses_input_shift_up;
    case KEY_SF: return cncurses_input_shift_down;
    case key_mouse_report: return cncurses_input_mouse;
    case key_paste_begin: return cncurses_input_paste_begin;
    case key_paste_end: return cncurses_input_paste_end;
    default: return cncurses_input_other;
    }
}

cncurses_input cncurses_read(uint32_t *value) {
    wint_t code = 0;
    switch (get_wch(&code)) {
    case OK:
        *value = (uint32_t)code;
        return cncurses_input_character;
    case KEY_CODE_YES:
        if (code > KEY_F0 && code <= KEY_F(24)) {
            *value = (uint32_t)(code - KEY_F0);
            return cncurses_input_function;
        }
        return key_of(code);
    default:
        return cncurses_input_none;
    }
}

void cncurses_halt(void) {
    end_input();
    endwin();
    is_taken = 0;
    // Stop the rest of the process group first, since a stopped process cannot send signals.
    // `raise` signals this thread, so the process has stopped and resumed when it returns; `kill`
    // would not guarantee that.
    signal(SIGTSTP, SIG_IGN);
    kill(0, SIGTSTP);
    signal(SIGTSTP, SIG_DFL);
    sigset_t halting;
    sigemptyset(&halting);
    sigaddset(&halting, SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &halting, NULL);
    raise(SIGTSTP);
    // The process has resumed.
    cncurses_watch(wake);
    is_taken = 1;
    refresh();
    set_modes();
    begin_input();
    clearok(curscr, true);
}
