#ifndef DRAWING_H
#define DRAWING_H

#include "CPangoCairo.h"
#include "Libraries.h"

/// Draws the line of text from `x` on the baseline `y`.
void draw_line(cairo_t *cairo, cpango_line *line, double x, double y, double scale);

void set_color(cairo_t *cairo, cpango_color color);

/// Returns the status for a cairo status.
cpango_status status_of(int status);

#endif
