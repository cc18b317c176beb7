#include <stdlib.h>

#include "Drawing.h"

struct cpango_picture {
    cairo_surface_t *surface;
    cairo_t *cairo;
};

cpango_status cpango_picture_create(int width, int height, cpango_color ground,
                                    cpango_picture **picture) {
    if (!load_libraries()) {
        return cpango_status_missing_library;
    }
    cpango_picture *new = calloc(1, sizeof *new);
    if (!new) {
        return cpango_status_exhausted;
    }
    new->surface = lib.cairo_image_surface_create(cairo_format_rgb24, width, height);
    new->cairo = lib.cairo_create(new->surface);
    lib.cairo_set_source_rgba(new->cairo, ground.red, ground.green, ground.blue, 1);
    lib.cairo_paint(new->cairo);
    *picture = new;
    return status_of(lib.cairo_status(new->cairo));
}

void cpango_picture_destroy(cpango_picture *picture) {
    if (!picture) {
        return;
    }
    lib.cairo_destroy(picture->cairo);
    lib.cairo_surface_destroy(picture->surface);
    free(picture);
}

void set_color(cairo_t *cairo, cpango_color color) {
    lib.cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.opacity);
}

void cpango_picture_disc(cpango_picture *picture, double x, double y, double radius,
                         cpango_color color) {
    set_color(picture->cairo, color);
    lib.cairo_new_path(picture->cairo);
    lib.cairo_arc(picture->cairo, x, y, radius, 0, 2 * 3.14159265358979323846);
    lib.cairo_fill(picture->cairo);
}

void cpango_picture_stroke(cpango_picture *picture, const double *points, size_t count,
                           double width, const double *dashes, size_t dash_count,
                           cpango_color color) {
    set_color(picture->cairo, color);
    lib.cairo_set_line_width(picture->cairo, width);
    lib.cairo_set_dash(picture->cairo, dashes, (int)dash_count, 0);
    lib.cairo_new_path(picture->cairo);
    for (size_t i = 0; i < count; i++) {
        lib.cairo_line_to(picture->cairo, points[2 * i], points[2 * i + 1]);
    }
    lib.cairo_stroke(picture->cairo);
}

void cpango_picture_text(cpango_picture *picture, cpango_line *line, double x, double y,
                         double scale, cpango_color color) {
    set_color(picture->cairo, color);
    draw_line(picture->cairo, line, x, y, scale);
}

cpango_status cpango_picture_png(cpango_picture *picture, cpango_sink sink, void *context) {
    int drawn = lib.cairo_status(picture->cairo);
    if (drawn != cairo_success) {
        return status_of(drawn);
    }
    return status_of(lib.cairo_surface_write_to_png_stream(picture->surface, sink, context));
}

const char *cpango_picture_reason(cpango_picture *picture) {
    return lib.cairo_status_to_string(lib.cairo_status(picture->cairo));
}
