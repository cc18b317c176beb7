// Content of a PNG's IDAT chunk for the pixels of an image.
#ifndef PIXELS_H
#define PIXELS_H

#include "CPNG.h"
#include "buffer.h"

#include <stdbool.h>
#include <zlib.h>

/// Maximum bytes of a line of pixels with its filter byte: 32 times more than any symbol needs.
#define LINE_LIMIT ((size_t)1 << 17)

typedef struct {
    z_stream stream;
    /// Input buffer for zlib.
    uint8_t lines[LINE_LIMIT];
    /// The zlib stream so far (RFC 1950), and the Adler-32 checksum of its data.
    buffer compressed;
    uLong sum;
} pixels;

/// Returns false if there is not enough memory; then `pixels_free` must not be called.
bool pixels_init(pixels *pixels);

void pixels_free(pixels *pixels);

/// Returns the pixels per side, or 0 if there are none or too many for a line.
uint32_t pixels_side(const cpng_image *image);

/// Compresses an image whose side is not 0; returns false if there is not enough memory.
bool pixels_compress(pixels *pixels, const cpng_image *image);

#endif
