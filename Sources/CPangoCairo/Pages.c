#include <stdlib.h>

#include "Drawing.h"

struct cpango_pages {
    cairo_surface_t *surface;
    cairo_t *cairo;
    /// Size of a page and of the unit of lines and rectangles, in points; 0 for images.
    double width, height, unit;
    /// Lines and rectangles of this page in their unit; NULL before the first. cairo stores
    /// coordinates of a surface as multiples of 1/256, which hold whole units but not their points.
    /// Images have no recording, and their unit is the scale of the drawing.
    cairo_surface_t *recording;
    cairo_t *drawing;
    /// Whether the pages are images, and whether these have an amount of ink instead of colors.
    bool image, ink;
    /// Minimum width of a line.
    double min_width;
};

cpango_status status_of(int status) {
    switch (status) {
    case cairo_success:
        return cpango_status_done;
    case cairo_no_memory:
        return cpango_status_exhausted;
    default:
        return cpango_status_refused;
    }
}

cpango_status cpango_pages_create(double width, double height, double unit, const char *title,
                                  const char *creator, cpango_sink sink, void *context,
                                  cpango_pages **pages) {
    if (!load_libraries()) {
        return cpango_status_missing_library;
    }
    cpango_pages *new = calloc(1, sizeof *new);
    if (!new) {
        return cpango_status_exhausted;
    }
    new->width = width;
    new->height = height;
    new->unit = unit;
    new->surface = lib.cairo_pdf_surface_create_for_stream(sink, context, width, height);
    lib.cairo_pdf_surface_restrict_to_version(new->surface, cairo_pdf_version_1_5);
    lib.cairo_pdf_surface_set_metadata(new->surface, cairo_pdf_metadata_title, title);
    lib.cairo_pdf_surface_set_metadata(new->surface, cairo_pdf_metadata_creator, creator);
    lib.cairo_pdf_surface_set_metadata(new->surface, cairo_pdf_metadata_create_date, NULL);
    new->cairo = lib.cairo_create(new->surface);
    *pages = new;
    return status_of(lib.cairo_status(new->cairo));
}

/// Makes the page white, which has no ink.
static void erase(cpango_pages *pages) {
    double ground = pages->ink ? 0 : 1;
    lib.cairo_save(pages->cairo);
    lib.cairo_set_operator(pages->cairo, cairo_operator_source);
    lib.cairo_set_source_rgba(pages->cairo, ground, ground, ground, ground);
    lib.cairo_paint(pages->cairo);
    lib.cairo_restore(pages->cairo);
}

cpango_status cpango_pages_create_images(int width, int height, double point, double unit,
                                         cpango_image_kind kind, cpango_pages **pages) {
    if (!load_libraries()) {
        return cpango_status_missing_library;
    }
    cpango_pages *new = calloc(1, sizeof *new);
    if (!new) {
        return cpango_status_exhausted;
    }
    new->image = true;
    new->ink = kind == cpango_image_kind_ink;
    int format = new->ink ? cairo_format_a8 : cairo_format_rgb24;
    new->surface = lib.cairo_image_surface_create(format, width, height);
    new->cairo = lib.cairo_create(new->surface);
    lib.cairo_scale(new->cairo, point, point);
    new->drawing = lib.cairo_create(new->surface);
    lib.cairo_scale(new->drawing, unit, unit);
    if (new->ink) {
        // White takes the ink away that is below it.
        lib.cairo_set_operator(new->drawing, cairo_operator_source);
    }
    if (unit == 1) {
        // Edges of whole pixels need none. A thin line would miss the centers of all pixels.
        lib.cairo_set_antialias(new->drawing, cairo_antialias_none);
        new->min_width = 1;
    }
    erase(new);
    *pages = new;
    return status_of(lib.cairo_status(new->cairo));
}

static void destroy_drawing(cpango_pages *pages) {
    if (pages->drawing) {
        lib.cairo_destroy(pages->drawing);
        pages->drawing = NULL;
    }
    if (pages->recording) {
        lib.cairo_surface_destroy(pages->recording);
        pages->recording = NULL;
    }
}

void cpango_pages_destroy(cpango_pages *pages) {
    if (!pages) {
        return;
    }
    destroy_drawing(pages);
    lib.cairo_destroy(pages->cairo);
    lib.cairo_surface_destroy(pages->surface);
    free(pages);
}

void cpango_pages_text(cpango_pages *pages, cpango_line *line, double x, double y, double scale) {
    draw_line(pages->cairo, line, x, y, scale);
}

/// Returns the drawing of this page, which is created when it is needed.
static cairo_t *drawing(cpango_pages *pages) {
    if (!pages->drawing) {
        cairo_rectangle_t extents = {
            .width = pages->width / pages->unit,
            .height = pages->height / pages->unit,
        };
        pages->recording =
            lib.cairo_recording_surface_create(cairo_content_color_alpha, &extents);
        pages->drawing = lib.cairo_create(pages->recording);
    }
    return pages->drawing;
}

/// Sets the color of the drawing, or its ink: the darkness of the color (ITU-R BT.601, section
/// 2.5.1).
static void set_page_color(cpango_pages *pages, cpango_color color) {
    if (pages->ink) {
        double luma = 0.299 * color.red + 0.587 * color.green + 0.114 * color.blue;
        color = (cpango_color){.opacity = 1 - luma};
    }
    set_color(drawing(pages), color);
}

void cpango_pages_rectangle(cpango_pages *pages, double x, double y, double width, double height,
                            cpango_color color) {
    cairo_t *cairo = drawing(pages);
    set_page_color(pages, color);
    lib.cairo_rectangle(cairo, x, y, width, height);
    lib.cairo_fill(cairo);
}

void cpango_pages_move(cpango_pages *pages, double x, double y) {
    lib.cairo_move_to(drawing(pages), x, y);
}

void cpango_pages_line(cpango_pages *pages, double x, double y) {
    lib.cairo_line_to(drawing(pages), x, y);
}

void cpango_pages_stroke(cpango_pages *pages, double width, cpango_color color) {
    cairo_t *cairo = drawing(pages);
    set_page_color(pages, color);
    lib.cairo_set_line_width(cairo, width < pages->min_width ? pages->min_width : width);
    lib.cairo_stroke(cairo);
}

/// Puts the drawing on the page.
static int show_drawing(cpango_pages *pages) {
    if (!pages->drawing) {
        return cairo_success;
    }
    int status = lib.cairo_status(pages->drawing);
    if (pages->image) {
        return status;
    }
    lib.cairo_save(pages->cairo);
    lib.cairo_scale(pages->cairo, pages->unit, pages->unit);
    lib.cairo_set_source_surface(pages->cairo, pages->recording, 0, 0);
    lib.cairo_paint(pages->cairo);
    lib.cairo_restore(pages->cairo);
    destroy_drawing(pages);
    return status;
}

cpango_status cpango_pages_end_page(cpango_pages *pages) {
    int status = show_drawing(pages);
    if (pages->image) {
        lib.cairo_surface_flush(pages->surface);
    } else {
        lib.cairo_show_page(pages->cairo);
    }
    return status_of(status != cairo_success ? status : lib.cairo_status(pages->cairo));
}

const uint8_t *cpango_pages_pixels(cpango_pages *pages, size_t *stride) {
    *stride = (size_t)lib.cairo_image_surface_get_stride(pages->surface);
    return lib.cairo_image_surface_get_data(pages->surface);
}

cpango_status cpango_pages_png(cpango_pages *pages, cpango_sink sink, void *context) {
    return status_of(lib.cairo_surface_write_to_png_stream(pages->surface, sink, context));
}

cpango_status cpango_pages_erase(cpango_pages *pages) {
    erase(pages);
    return status_of(lib.cairo_status(pages->cairo));
}

cpango_status cpango_pages_finish(cpango_pages *pages) {
    lib.cairo_surface_finish(pages->surface);
    return status_of(lib.cairo_surface_status(pages->surface));
}

const char *cpango_pages_reason(cpango_pages *pages) {
    return lib.cairo_status_to_string(lib.cairo_surface_status(pages->surface));
}
