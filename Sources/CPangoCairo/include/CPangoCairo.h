// Text set by pango, on pages that cairo writes as PDF.
//
// The libraries are loaded when they are first needed, not with the program: linked, they cost
// every run some milliseconds, also those that print nothing. Errors come back as statuses.
#ifndef CPANGOCAIRO_H
#define CPANGOCAIRO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum __attribute__((enum_extensibility(closed))) {
    cpango_status_done = 0,
    /// A library is not installed: `cpango_missing_library` names it.
    cpango_status_missing_library = 1,
    /// There was not enough memory.
    cpango_status_exhausted = 2,
    /// cairo reports an error: `cpango_pages_reason` says which.
    cpango_status_refused = 3,
} cpango_status;

/// The library that could not be loaded, or lacks a function that is needed here.
const char *_Nullable cpango_missing_library(void);

/// One line of text, set in a font. Not safe to use from two threads at once.
typedef struct cpango_line cpango_line;

/// Starts with an empty line, with letters of `size` points. `family` is a list of names as
/// fontconfig knows them; characters that the fonts lack are taken from others.
cpango_status cpango_line_create(const char *_Nonnull family, double size,
                                 cpango_line *_Nullable *_Nonnull line);

void cpango_line_destroy(cpango_line *_Nullable line);

/// How far a line reaches, in points.
typedef struct {
    double width;
    /// The ink over and under the line on which the letters stand; 0 for ASCII, where it is what
    /// one expects.
    double above, below;
} cpango_extent;

/// Sets `count` bytes of UTF-8 without control characters.
cpango_extent cpango_line_set(cpango_line *_Nonnull line, const uint8_t *_Nonnull text,
                              size_t count);

/// How many characters no installed font has.
size_t cpango_line_unknown(cpango_line *_Nonnull line);

/// Pages of one size, of which each is handed to a sink before the next begins.
typedef struct cpango_pages cpango_pages;

/// Takes the next bytes of the file; false ends the work.
typedef bool (*cpango_sink)(void *_Nonnull context, const uint8_t *_Nonnull bytes, size_t count);

/// Starts the first page. Sizes are in points (1/72 inch), the texts UTF-8.
///
/// The file is PDF 1.4 and says no date, so the same pages are the same bytes.
cpango_status cpango_pages_create(double width, double height, const char *_Nonnull title,
                                  const char *_Nonnull creator, cpango_sink _Nonnull sink,
                                  void *_Nonnull context,
                                  cpango_pages *_Nullable *_Nonnull pages);

void cpango_pages_destroy(cpango_pages *_Nullable pages);

/// Draws the line from `x` on the baseline `y`, counted from the top left, `scale` times as large
/// as it was set.
cpango_status cpango_pages_show(cpango_pages *_Nonnull pages, cpango_line *_Nonnull line,
                                double x, double y, double scale);

/// Hands the page to the sink.
cpango_status cpango_pages_end_page(cpango_pages *_Nonnull pages);

/// Hands the fonts and the end of the file to the sink. Nothing may follow but the destruction.
cpango_status cpango_pages_finish(cpango_pages *_Nonnull pages);

/// A picture in memory, in pixels from the top left.
typedef struct cpango_picture cpango_picture;

/// A color; the parts are 0 to 1, and so is how much of it covers what is under it.
typedef struct {
    double red, green, blue, opacity;
} cpango_color;

/// Starts a picture of one color; the sides are at most 32,767 pixels.
cpango_status cpango_picture_create(int width, int height, cpango_color ground,
                                    cpango_picture *_Nullable *_Nonnull picture);

void cpango_picture_destroy(cpango_picture *_Nullable picture);

void cpango_picture_disc(cpango_picture *_Nonnull picture, double x, double y, double radius,
                         cpango_color color);

/// A straight line from one point to another.
void cpango_picture_stroke(cpango_picture *_Nonnull picture, double x, double y, double end_x,
                           double end_y, double width, cpango_color color);

/// Draws the line of text from `x` on the baseline `y`, `scale` times as large as it was set.
void cpango_picture_text(cpango_picture *_Nonnull picture, cpango_line *_Nonnull line, double x,
                         double y, double scale, cpango_color color);

/// Hands the picture to the sink, as PNG.
cpango_status cpango_picture_png(cpango_picture *_Nonnull picture, cpango_sink _Nonnull sink,
                                 void *_Nonnull context);

/// What cairo says of the last error.
const char *_Nonnull cpango_picture_reason(cpango_picture *_Nonnull picture);

/// What cairo says of the last error.
const char *_Nonnull cpango_pages_reason(cpango_pages *_Nonnull pages);

#endif
