// The terminal by ncursesw, for one thread of a process.
//
// ncurses is full of macros and variables, which Swift cannot see: what is needed of it is behind the
// functions here. Texts are UTF-8; rows and columns count from 0 at the top left.
#ifndef CNCURSES_H
#define CNCURSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Keys that are no characters. Sources: curs_getch(3), define_key(3).
typedef enum __attribute__((enum_extensibility(closed))) {
    cncurses_input_none = 0,
    cncurses_input_character,
    cncurses_input_up,
    cncurses_input_down,
    cncurses_input_left,
    cncurses_input_right,
    cncurses_input_page_up,
    cncurses_input_page_down,
    cncurses_input_home,
    cncurses_input_end,
    cncurses_input_backspace,
    cncurses_input_delete,
    cncurses_input_enter,
    cncurses_input_back_tab,
    cncurses_input_function,
    /// A report of the mouse begins; its characters follow.
    cncurses_input_mouse,
    cncurses_input_paste_begin,
    cncurses_input_paste_end,
    cncurses_input_other,
} cncurses_input;

/// How characters look.
enum {
    cncurses_bold = 1,
    cncurses_dim = 2,
    cncurses_underlined = 4,
    cncurses_reversed = 8,
};

/// Takes over the terminal of the standard input and output. `type` is its name in terminfo, or NULL
/// for that of TERM. False if it is not known there, or cannot address its cursor.
bool cncurses_start(const char *_Nullable type, bool mouse);

/// Gives the terminal back as it was. Does nothing if it was not taken.
void cncurses_end(void);

/// Gives the terminal back from anywhere, a signal handler too: nothing may be drawn after.
void cncurses_restore(void);

/// Whether terminfo knows a type of terminal with colors of 24 bits.
bool cncurses_knows_direct_colors(const char *_Nonnull type);

/// How many colors there are; 16,777,216 where they are 0xRRGGBB.
int cncurses_colors(void);

/// Has the terminal's size and whatever else a person does reach `descriptor`, as a byte each: `w`
/// when the size changed, `z` when the process is to be halted.
void cncurses_watch(int descriptor);

/// The terminal as the system knows it.
void cncurses_size(int *_Nonnull columns, int *_Nonnull rows);

/// Fits the screen to a size; what was on it is lost.
void cncurses_resize(int columns, int rows);

/// Writes a character with its marks. Colors are numbers of the terminal, -1 is its own.
void cncurses_put(int column, int row, const char *_Nonnull character, int foreground,
                  int background, unsigned attributes);

/// Shows what was written; the cursor is shown at a place, or not at all if `column` is below 0.
void cncurses_show(int cursor_column, int cursor_row);

/// Writes bytes to the terminal that the screen knows nothing of.
void cncurses_send(const uint8_t *_Nonnull bytes, size_t count);

/// Has everything be drawn anew by the next `cncurses_show`.
void cncurses_forget(void);

/// The next thing that was typed, without waiting for one. `value` is a character's number in Unicode,
/// or that of a function key.
cncurses_input cncurses_read(uint32_t *_Nonnull value);

/// Gives the terminal back, halts the process, and takes the terminal again when it goes on.
void cncurses_halt(void);

#endif
