// Text laid out by pango, on PDF pages and images drawn by cairo.
//
// The libraries are loaded on first use: linking them would cost every run some milliseconds.
// Errors are returned as statuses.
#ifndef CPANGOCAIRO_H
#define CPANGOCAIRO_H

#include <stddef.h>
#include <stdint.h>

typedef enum __attribute__((enum_extensibility(closed))) {
    cpango_status_done = 0,
    /// A library is not installed; see `cpango_missing_library`.
    cpango_status_missing_library = 1,
    /// There was not enough memory.
    cpango_status_exhausted = 2,
    /// cairo reports an error; see `cpango_pages_reason`.
    cpango_status_refused = 3,
} cpango_status;

/// Returns the library that could not be loaded or lacks a required function.
const char *_Nullable cpango_missing_library(void);

/// Color with components and opacity of 0 to 1.
typedef struct {
    double red, green, blue, opacity;
} cpango_color;

/// One line of text in a font. Not safe to use from two threads at once.
typedef struct cpango_line cpango_line;

/// Creates an empty line with a font size of `size` points. `family` is a list of fontconfig names;
/// characters missing from these fonts are taken from others.
cpango_status cpango_line_create(const char *_Nonnull family, double size,
                                 cpango_line *_Nullable *_Nonnull line);

void cpango_line_destroy(cpango_line *_Nullable line);

/// Extent of a line, in points.
typedef struct {
    double width;
    /// The ink above and below the baseline.
    double above, below;
} cpango_extent;

/// Lays out `count` bytes of UTF-8 without control characters.
cpango_extent cpango_line_set(cpango_line *_Nonnull line, const uint8_t *_Nonnull text,
                              size_t count);

/// Returns the number of characters missing from all installed fonts.
size_t cpango_line_unknown(cpango_line *_Nonnull line);

/// Pages of one size; each is written to a sink before the next begins.
typedef struct cpango_pages cpango_pages;

/// Receives the next bytes of the file; returns 0.
typedef int (*cpango_sink)(void *_Nonnull context, const uint8_t *_Nonnull bytes, unsigned count);

/// Starts the first page. Sizes are in points (1/72 inch), text is UTF-8.
///
/// `unit` is the unit of lines and rectangles in points. They are counted from the top left, and
/// multiples of 1/256 unit are exact. The file has no date, so the output is deterministic.
cpango_status cpango_pages_create(double width, double height, double unit,
                                  const char *_Nonnull title, const char *_Nonnull creator,
                                  cpango_sink _Nonnull sink, void *_Nonnull context,
                                  cpango_pages *_Nullable *_Nonnull pages);

/// What the pixels of an image are.
typedef enum __attribute__((enum_extensibility(closed))) {
    /// Red, green and blue.
    cpango_image_kind_color = 0,
    /// One byte each, the amount of black ink.
    cpango_image_kind_ink = 1,
} cpango_image_kind;

/// Starts the first of pages that are images; the sides are at most 32,767 pixels.
///
/// `point` is the size of a point, and `unit` that of the unit of lines and rectangles, in pixels.
/// If a unit is a pixel, lines and rectangles have no antialiasing, and a line is at least a pixel
/// wide.
cpango_status cpango_pages_create_images(int width, int height, double point, double unit,
                                         cpango_image_kind kind,
                                         cpango_pages *_Nullable *_Nonnull pages);

void cpango_pages_destroy(cpango_pages *_Nullable pages);

/// Draws the line of text from `x` on the baseline `y`, in points from the top left, scaled by
/// `scale`.
void cpango_pages_text(cpango_pages *_Nonnull pages, cpango_line *_Nonnull line, double x,
                       double y, double scale);

/// Fills a rectangle.
void cpango_pages_rectangle(cpango_pages *_Nonnull pages, double x, double y, double width,
                            double height, cpango_color color);

/// Begins a line.
void cpango_pages_move(cpango_pages *_Nonnull pages, double x, double y);

/// Continues the line.
void cpango_pages_line(cpango_pages *_Nonnull pages, double x, double y);

/// Draws the lines since the last stroke as one shape.
void cpango_pages_stroke(cpango_pages *_Nonnull pages, double width, cpango_color color);

/// Writes the page to the sink; ends the drawing of an image.
cpango_status cpango_pages_end_page(cpango_pages *_Nonnull pages);

/// Returns the pixels of an image, row by row, valid until `cpango_pages_erase`; NULL after an
/// error. A row and the unused bytes after it take `stride` bytes.
const uint8_t *_Nullable cpango_pages_pixels(cpango_pages *_Nonnull pages,
                                             size_t *_Nonnull stride);

/// Writes an image to the sink as PNG.
cpango_status cpango_pages_png(cpango_pages *_Nonnull pages, cpango_sink _Nonnull sink,
                               void *_Nonnull context);

/// Begins the next image.
cpango_status cpango_pages_erase(cpango_pages *_Nonnull pages);

/// Writes the fonts and the end of the file to the sink. Afterwards, only
/// `cpango_pages_destroy` may be called.
cpango_status cpango_pages_finish(cpango_pages *_Nonnull pages);

/// Image in memory, in pixels from the top left.
typedef struct cpango_picture cpango_picture;

/// Creates an image filled with one color; the sides are at most 32,767 pixels.
cpango_status cpango_picture_create(int width, int height, cpango_color ground,
                                    cpango_picture *_Nullable *_Nonnull picture);

void cpango_picture_destroy(cpango_picture *_Nullable picture);

void cpango_picture_disc(cpango_picture *_Nonnull picture, double x, double y, double radius,
                         cpango_color color);

/// Draws straight lines from point to point, of `count` points with two coordinates each. `dashes`
/// are the lengths of their alternately drawn and omitted parts; without any, the lines are solid.
void cpango_picture_stroke(cpango_picture *_Nonnull picture, const double *_Nullable points,
                           size_t count, double width, const double *_Nullable dashes,
                           size_t dash_count, cpango_color color);

/// Draws the line of text from `x` on the baseline `y`, scaled by `scale`.
void cpango_picture_text(cpango_picture *_Nonnull picture, cpango_line *_Nonnull line, double x,
                         double y, double scale, cpango_color color);

/// Writes the image to the sink as PNG.
cpango_status cpango_picture_png(cpango_picture *_Nonnull picture, cpango_sink _Nonnull sink,
                                 void *_Nonnull context);

/// Returns cairo's message for the last error.
const char *_Nonnull cpango_picture_reason(cpango_picture *_Nonnull picture);

/// Returns cairo's message for the last error.
const char *_Nonnull cpango_pages_reason(cpango_pages *_Nonnull pages);

#endif
