// Scaling down by area averaging: each target pixel is the mean of the source pixels it covers.
#ifndef AREA_H
#define AREA_H

#include <stdbool.h>

#include "CPictures.h"

typedef struct {
    uint32_t width, height, target_width, target_height;
    /// Sums for each target pixel: red, green and blue, each multiplied by opacity, and opacity;
    /// all weighted by overlap.
    uint64_t *sums;
    /// The same sums for one source row.
    uint64_t *row;
} area;

/// Allocates the sums; returns false if there is not enough memory. Call `area_free` in both cases.
bool area_init(area *area, const cpict_job *job);

void area_free(area *area);

/// Adds pixels of row `y`: the first at `x`, the others `step` apart. Rows can come in any order.
void area_add(area *area, uint32_t y, const uint8_t *rgba, uint32_t x, uint32_t step);

/// Writes the means, after every pixel has been added once.
void area_finish(const area *area, uint8_t *rgba);

#endif
