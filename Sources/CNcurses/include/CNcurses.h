// Terminal access through ncursesw, for one thread of a process.
//
// These functions wrap the macros and variables of ncurses, which Swift cannot import. Text is
// UTF-8; rows and columns count from 0 at the top left.
#ifndef CNCURSES_H
#define CNCURSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Types of input. Sources: curs_getch(3), define_key(3).
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
    /// Start of a mouse report, whose characters follow.
    cncurses_input_mouse,
    cncurses_input_paste_begin,
    cncurses_input_paste_end,
    cncurses_input_other,
    cncurses_input_shift_up,
    cncurses_input_shift_down,
} cncurses_input;

/// Character attributes.
enum {
    cncurses_bold = 1,
    cncurses_dim = 2,
    cncurses_underlined = 4,
    cncurses_reversed = 8,
};

/// Capabilities of a terminal type.
enum {
    /// The cursor can be positioned.
    cncurses_positions_cursor = 1,
    /// The cursor is positioned and lines are erased by the sequences of ECMA-48.
    cncurses_is_ansi = 2,
    /// Colors are selected by the sequences of ECMA-48.
    cncurses_has_ansi_colors = 4,
    /// There are at least 256 colors.
    cncurses_has_256_colors = 8,
};

/// Returns the capabilities that terminfo has for a terminal type; none if the type is unknown.
unsigned cncurses_capabilities(const char *_Nonnull type);

/// Takes over the terminal at standard input and output. `type` is its terminfo name, or NULL for
/// the value of TERM. Returns false if the type is unknown or cannot position the cursor.
bool cncurses_start(const char *_Nullable type, bool mouse);

/// Restores the terminal. Does nothing if it was not taken over.
void cncurses_end(void);

/// Restores the terminal; safe in a signal handler. Nothing may be drawn afterwards.
void cncurses_restore(void);

/// Returns whether terminfo has a terminal type with 24-bit colors.
bool cncurses_knows_direct_colors(const char *_Nonnull type);

/// Returns the number of colors; 16,777,216 if colors are 0xRRGGBB.
int cncurses_colors(void);

/// Writes a byte to `descriptor` for each event: `w` when the size changed, `z` when the process is
/// asked to suspend.
void cncurses_watch(int descriptor);

/// Gets the size that the terminal reports; 0 for what it does not report.
void cncurses_size(int *_Nonnull columns, int *_Nonnull rows);

/// Resizes the screen; its content is lost.
void cncurses_resize(int columns, int rows);

/// Writes a character with its combining marks. Colors are the terminal's color numbers; -1 is the
/// default color.
void cncurses_put(int column, int row, const char *_Nonnull character, int foreground,
                  int background, unsigned attributes);

/// Shows the changes; the cursor is hidden if `cursor_column` is negative.
void cncurses_show(int cursor_column, int cursor_row);

/// Writes bytes to the terminal directly, without changing the screen.
void cncurses_send(const uint8_t *_Nonnull bytes, size_t count);

/// Makes the next `cncurses_show` redraw everything.
void cncurses_forget(void);

/// Reads the next input without waiting. `value` is the code point of a character or the number of
/// a function key.
cncurses_input cncurses_read(uint32_t *_Nonnull value);

/// Restores the terminal, suspends the process, and takes over the terminal again when it resumes.
void cncurses_halt(void);

#endif
