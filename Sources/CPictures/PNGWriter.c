// Writer of a turned picture as a PNG, row by row, so that no second copy of the pixels is needed.
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "turn.h"

/// All state that changes while libpng may use longjmp.
typedef struct {
    turned turned;
    const uint8_t *rgba;
    size_t channels;
    uint8_t *row;
    uint8_t *bytes;
    size_t count, capacity, limit;
    cpict_status status;
} writing;

static void append(png_structp png, png_bytep bytes, size_t count) {
    writing *writing = png_get_io_ptr(png);
    if (count > writing->limit - writing->count) {
        writing->status = cpict_status_too_many_bytes;
        png_longjmp(png, 1);
    }
    if (count > writing->capacity - writing->count) {
        size_t capacity = 2 * (writing->count + count);
        uint8_t *larger = realloc(writing->bytes, capacity);
        if (!larger) {
            png_longjmp(png, 1);
        }
        writing->bytes = larger;
        writing->capacity = capacity;
    }
    memcpy(writing->bytes + writing->count, bytes, count);
    writing->count += count;
}

static void flush(png_structp png) {
    (void)png;
}

/// Replaces libpng's own error handler, which writes to stderr.
static void fail(png_structp png, png_const_charp message) {
    (void)message;
    png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

/// Writes the picture. libpng may leave this function by longjmp, so it allocates nothing and
/// changes only what the caller's pointers refer to.
static void write_picture(png_structp png, png_infop info, writing *writing) {
    if (setjmp(png_jmpbuf(png))) {
        return;
    }
    const turned *turned = &writing->turned;
    png_set_write_fn(png, writing, append, flush);
    png_set_IHDR(png, info, turned->width, turned->height, 8,
                 writing->channels == 4 ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (uint32_t y = 0; y < turned->height; y++) {
        turned_row(turned, y, writing->rgba, 4, writing->channels, writing->row);
        png_write_row(png, writing->row);
    }
    png_write_end(png, info);
    writing->status = cpict_status_done;
}

cpict_status write_turned_png(const uint8_t *rgba, const cpict_source *source, cpict_turn turn,
                              size_t limit, cpict_file *file) {
    size_t count = (size_t)source->width * source->height;
    writing writing = {.turned = turned_of(source->width, source->height, turn),
                       .rgba = rgba,
                       .channels = is_opaque(rgba, count) ? 3 : 4,
                       .limit = limit,
                       .status = cpict_status_exhausted};
    writing.row = malloc((size_t)4 * writing.turned.width);
    png_structp png = writing.row
                          ? png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore)
                          : NULL;
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (info) {
        write_picture(png, info, &writing);
    }
    png_destroy_write_struct(&png, &info);
    free(writing.row);
    if (writing.status != cpict_status_done) {
        free(writing.bytes);
        return writing.status;
    }
    *file = (cpict_file){.bytes = writing.bytes, .count = writing.count};
    return cpict_status_done;
}
