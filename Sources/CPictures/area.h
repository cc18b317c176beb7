// Scaling down by averages of areas: of each wanted pixel, the mean of all that lies under it.
#ifndef AREA_H
#define AREA_H

#include <stdbool.h>

#include "CPictures.h"

typedef struct {
    uint32_t width, height, target_width, target_height;
    /// Of each wanted pixel red, green and blue, each times its opacity, and opacity; all weighted
    /// by how much of a pixel lies under it.
    uint64_t *sums;
    /// The same of one row.
    uint64_t *row;
} area;

/// Makes room for the sums; false if there is not enough memory.
bool area_init(area *area, const cpict_job *job);

void area_free(area *area);

/// Adds pixels of a row, in any order of the rows: the first at `x`, the others `step` apart.
void area_add(area *area, uint32_t y, const uint8_t *rgba, uint32_t x, uint32_t step);

/// Writes the means of a picture of which every pixel was added once.
void area_finish(const area *area, uint8_t *rgba);

#endif
