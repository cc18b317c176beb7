#include "area.h"

#include <stdlib.h>
#include <string.h>

enum { channels = 4, opacity = 3 };

bool area_init(area *area, const cpict_job *job) {
    area->width = job->width;
    area->height = job->height;
    area->target_width = job->target_width;
    area->target_height = job->target_height;
    size_t cells = (size_t)job->target_width * job->target_height;
    area->sums = calloc(cells * channels, sizeof *area->sums);
    area->row = calloc((size_t)job->target_width * channels, sizeof *area->row);
    return area->sums && area->row;
}

void area_free(area *area) {
    free(area->sums);
    free(area->row);
}

/// The target pixels that a source pixel overlaps in one dimension, at most two since pictures are
/// never enlarged, with the overlap of each. Units make all lengths whole numbers: a source pixel
/// is `wanted` long, a target pixel `count`.
typedef struct {
    uint32_t first;
    uint64_t weight, rest;
} share;

static share share_of(uint32_t place, uint32_t count, uint32_t wanted) {
    uint64_t start = (uint64_t)place * wanted;
    uint64_t first = start / count;
    uint64_t room = (first + 1) * count - start;
    uint64_t weight = room < wanted ? room : wanted;
    return (share){.first = (uint32_t)first, .weight = weight, .rest = wanted - weight};
}

static void add_pixel(uint64_t *cell, const uint8_t *pixel, uint64_t weight) {
    uint64_t visible = weight * pixel[opacity];
    cell[0] += pixel[0] * visible;
    cell[1] += pixel[1] * visible;
    cell[2] += pixel[2] * visible;
    cell[opacity] += visible;
}

static void add_row(area *area, uint32_t row, uint64_t weight) {
    size_t count = (size_t)area->target_width * channels;
    uint64_t *sums = area->sums + row * count;
    for (size_t i = 0; i < count; i++) {
        sums[i] += area->row[i] * weight;
    }
}

void area_add(area *area, uint32_t y, const uint8_t *rgba, uint32_t x, uint32_t step) {
    memset(area->row, 0, (size_t)area->target_width * channels * sizeof *area->row);
    for (; x < area->width; x += step, rgba += channels) {
        share across = share_of(x, area->width, area->target_width);
        uint64_t *cell = area->row + (size_t)across.first * channels;
        add_pixel(cell, rgba, across.weight);
        if (across.rest > 0) {
            add_pixel(cell + channels, rgba, across.rest);
        }
    }
    share down = share_of(y, area->height, area->target_height);
    add_row(area, down.first, down.weight);
    if (down.rest > 0) {
        add_row(area, down.first + 1, down.rest);
    }
}

void area_finish(const area *area, uint8_t *rgba) {
    size_t cells = (size_t)area->target_width * area->target_height;
    uint64_t whole = (uint64_t)area->width * area->height;
    for (size_t i = 0; i < cells; i++) {
        const uint64_t *sums = area->sums + i * channels;
        uint64_t visible = sums[opacity];
        for (size_t channel = 0; channel < opacity; channel++) {
            uint64_t mean = visible > 0 ? (sums[channel] + visible / 2) / visible : 0;
            rgba[i * channels + channel] = (uint8_t)mean;
        }
        rgba[i * channels + opacity] = (uint8_t)((visible + whole / 2) / whole);
    }
}
