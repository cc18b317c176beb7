// Writer of a turned picture as a PNG, row by row, so that no second copy of the pixels is needed.
#include <setjmp.h>

#include "calls.h"
#include "turn.h"

/// All state that changes while libpng may use longjmp.
typedef struct {
    turned turned;
    const uint8_t *rgba;
    size_t channels;
    uint8_t *row;
    png_call call;
    bool is_done;
} writing;

/// Writes the picture. libpng may leave this function by longjmp, so it allocates nothing and
/// changes only what the caller's pointers refer to.
static void write_picture(png_structp png, png_infop info, writing *writing) {
    if (setjmp(png_jmpbuf(png))) {
        return;
    }
    const turned *turned = &writing->turned;
    png_set_IHDR(png, info, turned->width, turned->height, 8,
                 writing->channels == 4 ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (uint32_t y = 0; y < turned->height; y++) {
        turned_row(turned, y, writing->rgba, 4, writing->channels, writing->row);
        png_write_row(png, writing->row);
    }
    png_write_end(png, info);
    writing->is_done = true;
}

cpict_status write_turned_png(const uint8_t *rgba, const cpict_source *source, cpict_turn turn,
                              size_t limit, cpict_file *file) {
    size_t count = (size_t)source->width * source->height;
    writing writing = {.turned = turned_of(source->width, source->height, turn),
                       .rgba = rgba,
                       .channels = is_opaque(rgba, count) ? 3 : 4,
                       .call = {.limit = limit}};
    writing.row = malloc((size_t)4 * writing.turned.width);
    png_structp png = writing.row ? png_call_writer(&writing.call) : NULL;
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (info) {
        write_picture(png, info, &writing);
    }
    png_destroy_write_struct(&png, &info);
    free(writing.row);
    const buffer *written = &writing.call.file;
    if (!writing.is_done) {
        free(written->bytes);
        return writing.call.is_too_large ? cpict_status_too_many_bytes : cpict_status_exhausted;
    }
    *file = (cpict_file){.bytes = written->bytes, .count = written->count};
    return cpict_status_done;
}
