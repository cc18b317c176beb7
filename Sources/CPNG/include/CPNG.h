// One C function per libpng job. libpng reports an error by longjmp, which must not cross a
// Swift frame, so each job starts, fails and ends here.
#ifndef CPNG_H
#define CPNG_H

#include <stddef.h>
#include <stdint.h>

typedef enum __attribute__((enum_extensibility(closed))) {
    cpng_status_done = 0,
    /// There was not enough memory.
    cpng_status_exhausted = 1,
    /// libpng refused the image: a side is zero or over its limit.
    cpng_status_refused = 2,
} cpng_status;

/// A PNG file in memory. Whoever is handed one ends it with `cpng_file_free`.
typedef struct {
    uint8_t *_Nullable bytes;
    size_t count;
} cpng_file;

/// Writes a greyscale image of one bit a pixel.
///
/// `rows` holds `count` rows of `(width + 7) / 8` bytes, the leftmost pixel in the highest bit,
/// 1 for white. Row `i` is drawn `repeats[i]` times, one below the other, so a magnified image
/// needs each of its rows in memory only once. `file` is set if, and only if, the job is done.
cpng_status cpng_write_bilevel(const uint8_t *_Nonnull rows, const uint32_t *_Nonnull repeats,
                               size_t count, uint32_t width, cpng_file *_Nonnull file);

void cpng_file_free(cpng_file *_Nonnull file);

#endif
