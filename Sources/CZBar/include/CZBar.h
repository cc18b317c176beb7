// QR code reader that uses zbar.
//
// The library is loaded on first use: linking it would cost every run some milliseconds. The
// functions in use are declared in the source file (https://zbar.sourceforge.net/api/zbar_8h.html);
// they have been stable since version 0.10.
#ifndef CZBAR_H
#define CZBAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum __attribute__((enum_extensibility(closed))) {
    czbar_status_read = 0,
    /// The image contains no readable symbol, or several.
    czbar_status_unread = 1,
    czbar_status_exhausted = 2,
} czbar_status;

/// Reader for one image at a time; not safe to use from two threads at once.
typedef struct czbar_reader czbar_reader;

/// Returns whether the library is installed; the first call loads it. Thread-safe.
bool czbar_is_there(void);

/// Creates a reader for QR codes that returns their bytes undecoded. Returns null if there is not
/// enough memory or the library is missing.
czbar_reader *_Nullable czbar_reader_new(void);

void czbar_reader_free(czbar_reader *_Nullable reader);

/// Reads an image of `width` times `height` bytes, 0 for black and 255 for white.
///
/// The result is valid until the next call with this reader.
czbar_status czbar_read(czbar_reader *_Nonnull reader, const uint8_t *_Nonnull pixels,
                        uint32_t width, uint32_t height,
                        const uint8_t *_Nullable *_Nonnull bytes, size_t *_Nonnull count);

#endif
