// Compression as brotli (RFC 7932) by libbrotlienc, which is loaded on first use.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Compresses text to at most `capacity` bytes and returns their number; 0 if the library is not installed, or they do
/// not suffice.
size_t cbrotli_compress(int quality, const uint8_t *_Nonnull bytes, size_t count, uint8_t *_Nonnull output,
                        size_t capacity);
