// Growable byte buffer.
#ifndef BUFFER_H
#define BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct {
    uint8_t *bytes;
    size_t count;
    size_t capacity;
} buffer;

/// Reserves space for `extra` more bytes; returns false if there is not enough memory.
static inline bool buffer_reserve(buffer *buffer, size_t extra) {
    if (extra <= buffer->capacity - buffer->count) {
        return true;
    }
    if (extra > SIZE_MAX / 4 || buffer->count > SIZE_MAX / 4) {
        return false;
    }
    size_t capacity = 2 * (buffer->count + extra);
    uint8_t *bytes = realloc(buffer->bytes, capacity);
    if (!bytes) {
        return false;
    }
    buffer->bytes = bytes;
    buffer->capacity = capacity;
    return true;
}

#endif
