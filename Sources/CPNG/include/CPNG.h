// Libpng reports an error by longjmp, which must not cross a Swift frame, so an image starts, fails
// and ends within one C function.
#ifndef CPNG_H
#define CPNG_H

#include <stddef.h>
#include <stdint.h>

typedef enum __attribute__((enum_extensibility(closed))) {
    cpng_status_done = 0,
    /// There was not enough memory.
    cpng_status_exhausted = 1,
    /// A side is zero or over the limit of libpng or of the PNG format.
    cpng_status_refused = 2,
} cpng_status;

/// A square of modules, each drawn as a square of pixels.
typedef struct {
    /// `side` rows of `(side + 7) / 8` bytes, the leftmost module in the highest bit, 1 for dark.
    const uint8_t *_Nonnull modules;
    uint32_t side;
    /// The light modules around them.
    uint32_t quiet_zone;
    /// Pixels a module.
    uint32_t scale;
    /// The resolution for the pHYs chunk; none is written for 0.
    uint32_t dots_per_metre;
    /// Red, green and blue of dark and then of light, or NULL for black on white in greyscale.
    const uint8_t *_Nullable colors;
} cpng_image;

/// A PNG file in memory.
typedef struct {
    const uint8_t *_Nullable bytes;
    size_t count;
} cpng_file;

/// The buffers and the compressor, for one image after the other.
typedef struct cpng_writer cpng_writer;

/// Makes a writer, to be ended with `cpng_writer_free`; NULL if there is not enough memory.
cpng_writer *_Nullable cpng_writer_new(void);

void cpng_writer_free(cpng_writer *_Nonnull writer);

/// Writes an image of one bit a pixel.
///
/// `file` is set if, and only if, the job is done. Its bytes are the writer's, until its next
/// image.
cpng_status cpng_write(cpng_writer *_Nonnull writer, const cpng_image *_Nonnull image,
                       cpng_file *_Nonnull file);

#endif
