// The pixels of an image as the content of a PNG's IDAT chunk.
#ifndef PIXELS_H
#define PIXELS_H

#include "CPNG.h"
#include "buffer.h"

#include <stdbool.h>
#include <zlib.h>

/// The most bytes of a line of pixels with its filter byte: 32 times more than any symbol needs.
#define LINE_LIMIT ((size_t)1 << 17)

typedef struct {
    z_stream stream;
    /// Lines on their way to zlib.
    uint8_t lines[LINE_LIMIT];
    /// The zlib stream so far (RFC 1950), and the Adler-32 sum of what is in it.
    buffer compressed;
    uLong sum;
} pixels;

/// False if there is not enough memory; then nothing is to be freed.
bool pixels_init(pixels *pixels);

void pixels_free(pixels *pixels);

/// Pixels a side, or 0 if there are none or too many for a line.
uint32_t pixels_side(const cpng_image *image);

/// Compresses an image whose side is not 0; false if there is not enough memory.
bool pixels_compress(pixels *pixels, const cpng_image *image);

#endif
