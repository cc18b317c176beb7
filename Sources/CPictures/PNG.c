#include <setjmp.h>
#include <string.h>

#include "area.h"
#include "calls.h"
#include "turn.h"

/// Maximum uncompressed size of a chunk without pixels.
enum { chunk_limit = 1 << 20 };

/// All state that changes while libpng may use longjmp.
typedef struct {
    const cpict_job *job;
    size_t position;
    area area;
    uint8_t *row;
    png_call call;
    cpict_status status;
} decoding;

static void take(png_structp png, png_bytep bytes, size_t count) {
    decoding *decoding = png_get_io_ptr(png);
    if (count > decoding->job->count - decoding->position) {
        png_error(png, "");
    }
    memcpy(bytes, decoding->job->bytes + decoding->position, count);
    decoding->position += count;
}

/// Makes libpng convert every pixel format to RGBA with 8 bits each.
static void set_transformations(png_structp png) {
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
}

static bool is_whole(const cpict_job *job) {
    return job->target_width == job->width && job->target_height == job->height;
}

/// Adds the row that was read: pixels of row `y`, the first at `x`, the others `step` apart.
static void add_row(decoding *decoding, uint32_t y, uint32_t x, uint32_t step) {
    const cpict_job *job = decoding->job;
    if (!is_whole(job)) {
        area_add(&decoding->area, y, decoding->row, x, step);
        return;
    }
    uint8_t *row = job->rgba + (size_t)4 * job->width * y;
    for (const uint8_t *pixel = decoding->row; x < job->width; x += step, pixel += 4) {
        memcpy(row + (size_t)4 * x, pixel, 4);
    }
}

static void read_pass(png_structp png, decoding *decoding, unsigned pass) {
    const cpict_job *job = decoding->job;
    if (PNG_PASS_COLS(job->width, pass) == 0) {
        return;
    }
    uint32_t step = PNG_PASS_COL_OFFSET(pass), first = PNG_PASS_START_COL(pass);
    uint32_t rows = PNG_PASS_ROWS(job->height, pass);
    for (uint32_t row = 0; row < rows; row++) {
        png_read_row(png, decoding->row, NULL);
        add_row(decoding, PNG_ROW_FROM_PASS_ROW(row, pass), first, step);
    }
}

/// Reads all rows. The passes of an interlaced picture are added to the means as they arrive, so
/// a picture that is scaled down is never buffered completely.
static void read_rows(png_structp png, png_infop info, decoding *decoding) {
    if (png_get_interlace_type(png, info) != PNG_INTERLACE_NONE) {
        for (unsigned pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++) {
            read_pass(png, decoding, pass);
        }
        return;
    }
    for (uint32_t y = 0; y < decoding->job->height; y++) {
        png_read_row(png, decoding->row, NULL);
        add_row(decoding, y, 0, 1);
    }
}

/// Reads the picture. libpng may leave this function by longjmp, so it allocates nothing and
/// changes only what the caller's pointers refer to.
static void read_picture(png_structp png, png_infop info, decoding *decoding) {
    if (setjmp(png_jmpbuf(png))) {
        return;
    }
    const cpict_job *job = decoding->job;
    png_set_read_fn(png, decoding, take);
    png_set_user_limits(png, job->width, job->height);
    png_set_chunk_malloc_max(png, chunk_limit);
    // Ignores all chunks that are not needed for the pixels.
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_read_info(png, info);
    set_transformations(png);
    png_read_update_info(png, info);
    if (png_get_image_width(png, info) != job->width
        || png_get_image_height(png, info) != job->height
        || png_get_rowbytes(png, info) != (size_t)4 * job->width) {
        return;
    }
    read_rows(png, info, decoding);
    decoding->status = cpict_status_done;
}

cpict_status cpict_decode_png(const cpict_job *job) {
    decoding decoding = {.job = job, .status = cpict_status_damaged};
    decoding.row = malloc((size_t)4 * job->width);
    bool has_room = decoding.row && (is_whole(job) || area_init(&decoding.area, job));
    png_structp png = has_room ? png_call_reader(&decoding.call) : NULL;
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (info) {
        read_picture(png, info, &decoding);
    }
    if (!info || (decoding.call.is_exhausted && decoding.status != cpict_status_done)) {
        decoding.status = cpict_status_exhausted;
    }
    if (decoding.status == cpict_status_done && !is_whole(job)) {
        area_finish(&decoding.area, job->rgba);
    }
    png_destroy_read_struct(&png, &info, NULL);
    area_free(&decoding.area);
    free(decoding.row);
    return decoding.status;
}

cpict_status cpict_turn_png(const cpict_source *source, cpict_turn turn, size_t limit,
                            cpict_file *file) {
    *file = (cpict_file){0};
    uint8_t *rgba = calloc((size_t)source->width * source->height, 4);
    if (!rgba) {
        return cpict_status_exhausted;
    }
    cpict_job job = {source->bytes, source->count,  source->width, source->height,
                     source->width, source->height, rgba,          0};
    cpict_status status = cpict_decode_png(&job);
    if (status == cpict_status_done) {
        status = write_turned_png(rgba, source, turn, limit, file);
    }
    free(rgba);
    return status;
}
