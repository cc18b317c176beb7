#include "turn.h"

#include <stdlib.h>
#include <string.h>

turned turned_of(uint32_t width, uint32_t height, cpict_turn turn) {
    ptrdiff_t row = width, right = row - 1, bottom = (ptrdiff_t)(height - 1) * row;
    switch (turn) {
    case cpict_turn_none:
        return (turned){width, height, 0, 1, row};
    case cpict_turn_mirror_horizontally:
        return (turned){width, height, right, -1, row};
    case cpict_turn_mirror_vertically:
        return (turned){width, height, bottom, 1, -row};
    case cpict_turn_half:
        return (turned){width, height, bottom + right, -1, -row};
    case cpict_turn_transpose:
        return (turned){height, width, 0, row, 1};
    case cpict_turn_quarter:
        return (turned){height, width, bottom, -row, 1};
    case cpict_turn_transverse:
        return (turned){height, width, bottom + right, -row, -1};
    case cpict_turn_three_quarters:
        return (turned){height, width, right, row, -1};
    }
    return (turned){width, height, 0, 1, row};
}

void turned_row(const turned *turned, uint32_t y, const uint8_t *pixels, size_t stride,
                size_t channels, uint8_t *row) {
    ptrdiff_t place = turned->start + turned->down * (ptrdiff_t)y;
    for (uint32_t x = 0; x < turned->width; x++) {
        memcpy(row, pixels + place * (ptrdiff_t)stride, channels);
        row += channels;
        place += turned->across;
    }
}

uint8_t *turned_pixels(const turned *turned, uint8_t *pixels, size_t channels) {
    size_t row = channels * turned->width;
    uint8_t *result = malloc(row * turned->height);
    for (uint32_t y = 0; result && y < turned->height; y++) {
        turned_row(turned, y, pixels, channels, channels, result + row * y);
    }
    free(pixels);
    return result;
}

bool is_opaque(const uint8_t *rgba, size_t count) {
    for (const uint8_t *alpha = rgba + 3; alpha < rgba + 4 * count; alpha += 4) {
        if (*alpha < 255) {
            return false;
        }
    }
    return true;
}

uint8_t *without_alpha(uint8_t *rgba, size_t count) {
    for (size_t i = 0; i < count; i++) {
        memmove(rgba + 3 * i, rgba + 4 * i, 3);
    }
    uint8_t *shorter = realloc(rgba, 3 * count);
    return shorter ? shorter : rgba;
}

cpict_status write_turned_jpeg(uint8_t *pixels, const cpict_source *source, size_t channels,
                               cpict_turn turn, int quality, cpict_file *file) {
    turned turned = turned_of(source->width, source->height, turn);
    uint8_t *upright = turned_pixels(&turned, pixels, channels);
    if (!upright) {
        return cpict_status_exhausted;
    }
    cpict_status status =
        write_jpeg(upright, turned.width, turned.height, channels, quality, file);
    free(upright);
    return status;
}
