// What all calls of libpng share: memory, errors, and a file in memory.
#ifndef CALLS_H
#define CALLS_H

#include "buffer.h"

#include <png.h>

/// State of one use of libpng that changes while libpng may use longjmp.
typedef struct {
    /// The written file, and its maximum size.
    buffer file;
    size_t limit;
    /// Whether the file would exceed the limit.
    bool is_too_large;
    /// Whether there was not enough memory, as opposed to other errors.
    bool is_exhausted;
} png_call;

/// Creates a reader, which reports errors by longjmp only; returns NULL if there is not enough
/// memory.
png_structp png_call_reader(png_call *call);

/// Creates a writer of the file, which reports errors by longjmp only; returns NULL if there is not
/// enough memory.
png_structp png_call_writer(png_call *call);

#endif
