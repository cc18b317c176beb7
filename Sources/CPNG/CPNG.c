#include "CPNG.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/// What the callbacks of libpng share: the file so far, and why the job ended early.
typedef struct {
    cpng_file file;
    size_t capacity;
    cpng_status status;
} output;

static void grow(output *out, size_t needed) {
    size_t capacity = out->capacity ? out->capacity : 1024;
    while (capacity < needed && capacity <= SIZE_MAX / 2) {
        capacity *= 2;
    }
    uint8_t *bytes = capacity < needed ? NULL : realloc(out->file.bytes, capacity);
    if (bytes) {
        out->file.bytes = bytes;
        out->capacity = capacity;
    }
}

static void append(png_structp png, png_bytep data, size_t length) {
    output *out = png_get_io_ptr(png);
    size_t needed = length > SIZE_MAX - out->file.count ? SIZE_MAX : out->file.count + length;
    if (needed > out->capacity) {
        grow(out, needed);
    }
    if (needed > out->capacity) {
        out->status = cpng_status_exhausted;
        png_longjmp(png, 1);
    }
    memcpy(out->file.bytes + out->file.count, data, length);
    out->file.count = needed;
}

/// libpng asks here for all its memory, so that a lack of it is not taken for a refusal.
static png_voidp allocate(png_structp png, png_alloc_size_t size) {
    void *memory = malloc(size);
    if (!memory) {
        ((output *)png_get_mem_ptr(png))->status = cpng_status_exhausted;
    }
    return memory;
}

static void release(png_structp png, png_voidp memory) {
    (void)png;
    free(memory);
}

static void flush(png_structp png) {
    (void)png;
}

/// Takes the place of libpng's own, which writes to stderr.
static void fail(png_structp png, png_const_charp message) {
    (void)message;
    png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

/// The sum of `repeats`, or 0, which libpng refuses, if it is over 32 bits.
static uint32_t height_of(const uint32_t *repeats, size_t count) {
    uint32_t height = 0;
    for (size_t i = 0; i < count; i++) {
        if (repeats[i] > UINT32_MAX - height) {
            return 0;
        }
        height += repeats[i];
    }
    return height;
}

/// Bilevel rows repeat byte for byte, so the quickest level of zlib without a filter leaves little
/// to gain. The small hash table stays under the size from which malloc maps fresh pages.
static void set_compression(png_structp png) {
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_set_compression_level(png, 1);
    png_set_compression_mem_level(png, 4);
}

/// The part that libpng may leave by longjmp: nothing here is allocated or changed but through
/// pointers that the caller holds.
static void draw(png_structp png, png_infop info, const uint8_t *rows, const uint32_t *repeats,
                 size_t count, uint32_t width, output *out) {
    if (setjmp(png_jmpbuf(png))) {
        return;
    }
    png_set_write_fn(png, out, append, flush);
    png_set_IHDR(png, info, width, height_of(repeats, count), 1, PNG_COLOR_TYPE_GRAY,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    set_compression(png);
    png_write_info(png, info);
    size_t row_bytes = ((size_t)width + 7) / 8;
    for (size_t i = 0; i < count; i++) {
        for (uint32_t n = 0; n < repeats[i]; n++) {
            png_write_row(png, rows + i * row_bytes);
        }
    }
    png_write_end(png, info);
    out->status = cpng_status_done;
}

cpng_status cpng_write_bilevel(const uint8_t *rows, const uint32_t *repeats, size_t count,
                               uint32_t width, cpng_file *file) {
    output out = {.status = cpng_status_refused};
    png_structp png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, NULL, fail, ignore, &out,
                                                allocate, release);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (info) {
        draw(png, info, rows, repeats, count, width, &out);
    }
    png_destroy_write_struct(&png, &info);
    if (out.status == cpng_status_done) {
        *file = out.file;
    } else {
        free(out.file.bytes);
    }
    return out.status;
}

void cpng_file_free(cpng_file *file) {
    free(file->bytes);
    *file = (cpng_file){0};
}
