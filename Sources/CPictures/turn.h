// Turning of decoded pictures.
#ifndef TURN_H
#define TURN_H

#include "CPictures.h"

/// Where the pixels of a turned picture are in the stored one, in pixels from the first one.
typedef struct {
    /// Size of the turned picture.
    uint32_t width, height;
    /// Place of its first pixel, and the steps to the next one in a row and in a column.
    ptrdiff_t start, across, down;
} turned;

/// Returns the turn of a picture of a size.
turned turned_of(uint32_t width, uint32_t height, cpict_turn turn);

/// Copies row `y` of a turned picture: the first `channels` bytes of each stored pixel, which is
/// `stride` bytes long.
void turned_row(const turned *turned, uint32_t y, const uint8_t *pixels, size_t stride,
                size_t channels, uint8_t *row);

/// Turns pixels of `channels` bytes and frees them; returns NULL if there is not enough memory.
uint8_t *turned_pixels(const turned *turned, uint8_t *pixels, size_t channels);

/// Returns whether all pixels are opaque.
bool is_opaque(const uint8_t *rgba, size_t count);

/// Removes the fourth byte of each pixel, in the same memory.
uint8_t *without_alpha(uint8_t *rgba, size_t count);

/// Writes pixels as a JPEG with full color resolution and without metadata: red, green and blue for
/// 3 channels, grey for 1.
cpict_status write_jpeg(const uint8_t *pixels, uint32_t width, uint32_t height, size_t channels,
                        int quality, cpict_file *file);

/// Turns the pixels of a picture, frees them and writes them with `write_jpeg`.
cpict_status write_turned_jpeg(uint8_t *pixels, const cpict_source *source, size_t channels,
                               cpict_turn turn, int quality, cpict_file *file);

/// Writes the pixels of a picture, turned, as a PNG of at most `limit` bytes.
cpict_status write_turned_png(const uint8_t *rgba, const cpict_source *source, cpict_turn turn,
                              size_t limit, cpict_file *file);

#endif
