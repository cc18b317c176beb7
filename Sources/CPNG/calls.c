#include "calls.h"

#include <string.h>

static void append(png_structp png, png_bytep data, size_t count) {
    png_call *call = png_get_io_ptr(png);
    call->is_too_large = count > call->limit - call->file.count;
    call->is_exhausted = !call->is_too_large && !buffer_reserve(&call->file, count);
    if (call->is_too_large || call->is_exhausted) {
        png_longjmp(png, 1);
    }
    memcpy(call->file.bytes + call->file.count, data, count);
    call->file.count += count;
}

static void flush(png_structp png) {
    (void)png;
}

static png_voidp allocate(png_structp png, png_alloc_size_t size) {
    void *memory = malloc(size);
    if (!memory) {
        ((png_call *)png_get_mem_ptr(png))->is_exhausted = true;
    }
    return memory;
}

static void release(png_structp png, png_voidp memory) {
    (void)png;
    free(memory);
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

png_structp png_call_reader(png_call *call) {
    return png_create_read_struct_2(PNG_LIBPNG_VER_STRING, NULL, fail, ignore, call, allocate,
                                    release);
}

png_structp png_call_writer(png_call *call) {
    png_structp png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, NULL, fail, ignore, call,
                                                allocate, release);
    if (png) {
        png_set_write_fn(png, call, append, flush);
    }
    return png;
}
