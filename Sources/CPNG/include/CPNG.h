// PNG images of QR code symbols. libpng reports errors by longjmp, which must not cross a Swift
// frame, so one C function writes an image from start to end.
#ifndef CPNG_H
#define CPNG_H

#include <stddef.h>
#include <stdint.h>

typedef enum __attribute__((enum_extensibility(closed))) {
    cpng_status_done = 0,
    /// Not enough memory.
    cpng_status_exhausted = 1,
    /// The side is zero, or exceeds the limit of libpng or of the PNG format.
    cpng_status_refused = 2,
} cpng_status;

/// A square of modules, each drawn as a square of pixels.
typedef struct {
    /// `side` rows of `(side + 7) / 8` bytes; the leftmost module is the highest bit, 1 is dark.
    const uint8_t *_Nonnull modules;
    uint32_t side;
    /// Width of the quiet zone, in modules.
    uint32_t quiet_zone;
    /// Pixels per module.
    uint32_t scale;
    /// Resolution for the pHYs chunk, which is omitted for 0.
    uint32_t dots_per_metre;
    /// Red, green and blue of the dark color, then of the light one; NULL for black on white in
    /// greyscale.
    const uint8_t *_Nullable colors;
} cpng_image;

/// A PNG file in memory.
typedef struct {
    const uint8_t *_Nullable bytes;
    size_t count;
} cpng_file;

/// Buffers and compressor, reused for one image after the other.
typedef struct cpng_writer cpng_writer;

/// Creates a writer, to be freed with `cpng_writer_free`; returns NULL if there is not enough
/// memory.
cpng_writer *_Nullable cpng_writer_new(void);

void cpng_writer_free(cpng_writer *_Nonnull writer);

/// Writes an image with one bit per pixel.
///
/// Sets `file` only on success. The writer owns its bytes, which are valid until the next image.
cpng_status cpng_write(cpng_writer *_Nonnull writer, const cpng_image *_Nonnull image,
                       cpng_file *_Nonnull file);

#endif
