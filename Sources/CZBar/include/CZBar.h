// Reading of QR codes by zbar.
//
// The library is loaded when it is first needed, not with the program: linked, it costs every run
// some milliseconds, also those that read nothing. What is used of it is declared in the source
// (https://zbar.sourceforge.net/api/zbar_8h.html), stable since its version 0.10.
#ifndef CZBAR_H
#define CZBAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum __attribute__((enum_extensibility(closed))) {
    czbar_status_read = 0,
    /// There is no symbol in the image that can be read, or there are several.
    czbar_status_unread = 1,
    czbar_status_exhausted = 2,
} czbar_status;

/// A reader for one image at a time; not safe to use from two threads at once.
typedef struct czbar_reader czbar_reader;

/// Whether the library is installed; loads it with the first call. Safe from several threads.
bool czbar_is_there(void);

/// Makes a reader of QR codes alone, whose bytes come as they were encoded; null if there is not
/// enough memory or no library.
czbar_reader *_Nullable czbar_reader_new(void);

void czbar_reader_free(czbar_reader *_Nullable reader);

/// Reads an image of `side` times `side` bytes, 0 for black and 255 for white.
///
/// What was read is good until the next call with this reader.
czbar_status czbar_read(czbar_reader *_Nonnull reader, const uint8_t *_Nonnull pixels,
                        uint32_t side, const uint8_t *_Nullable *_Nonnull bytes,
                        size_t *_Nonnull count);

#endif
