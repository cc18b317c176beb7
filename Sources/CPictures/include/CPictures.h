// Decoding of pictures, scaled down while it goes on.
//
// libpng reports an error by longjmp, which must not cross a Swift frame, so a picture starts, fails
// and ends within one C function. The decoders of JPEG and WebP are loaded when they are first
// needed: linked, they would cost every run some milliseconds, also those that show nothing. What is
// used of them is declared in the sources, stable for many years.
#ifndef CPICTURES_H
#define CPICTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum __attribute__((enum_extensibility(closed))) {
    cpict_status_done = 0,
    /// There was not enough memory.
    cpict_status_exhausted = 1,
    /// The pixels cannot be decoded, or are not as many as was said.
    cpict_status_damaged = 2,
    /// The library is not installed.
    cpict_status_missing_library = 3,
} cpict_status;

/// A picture in memory, and where its pixels are to go.
typedef struct {
    const uint8_t *_Nonnull bytes;
    size_t count;
    /// Its size, as its header tells.
    uint32_t width, height;
    /// The size that is wanted: at most its own, and at least a pixel.
    uint32_t target_width, target_height;
    /// Room for red, green, blue and opacity of each wanted pixel.
    uint8_t *_Nonnull rgba;
} cpict_job;

/// Decodes a PNG, row by row.
cpict_status cpict_decode_png(const cpict_job *_Nonnull job);

/// Decodes a JPEG by libturbojpeg; `has_inks` if its colors are cyan, magenta, yellow and black.
cpict_status cpict_decode_jpeg(const cpict_job *_Nonnull job, bool has_inks);

/// Decodes a WebP that does not move by libwebp.
cpict_status cpict_decode_webp(const cpict_job *_Nonnull job);

#endif
