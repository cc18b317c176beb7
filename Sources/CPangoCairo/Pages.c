#include <stdlib.h>

#include "Line.h"

struct cpango_pages {
    cairo_surface_t *surface;
    cairo_t *cairo;
    cpango_sink sink;
    void *context;
};

static int pass_on(void *context, const unsigned char *bytes, unsigned count) {
    cpango_pages *pages = context;
    return pages->sink(pages->context, bytes, count) ? cairo_success : cairo_write_error;
}

static cpango_status status_of(int status) {
    switch (status) {
    case cairo_success:
        return cpango_status_done;
    case cairo_no_memory:
        return cpango_status_exhausted;
    default:
        return cpango_status_refused;
    }
}

cpango_status cpango_pages_create(double width, double height, const char *title,
                                  const char *creator, cpango_sink sink, void *context,
                                  cpango_pages **pages) {
    if (!load_libraries()) {
        return cpango_status_missing_library;
    }
    cpango_pages *new = calloc(1, sizeof *new);
    if (!new) {
        return cpango_status_exhausted;
    }
    new->sink = sink;
    new->context = context;
    new->surface = lib.cairo_pdf_surface_create_for_stream(pass_on, new, width, height);
    lib.cairo_pdf_surface_restrict_to_version(new->surface, cairo_pdf_version_1_4);
    lib.cairo_pdf_surface_set_metadata(new->surface, cairo_pdf_metadata_title, title);
    lib.cairo_pdf_surface_set_metadata(new->surface, cairo_pdf_metadata_creator, creator);
    lib.cairo_pdf_surface_set_metadata(new->surface, cairo_pdf_metadata_create_date, NULL);
    new->cairo = lib.cairo_create(new->surface);
    *pages = new;
    return status_of(lib.cairo_status(new->cairo));
}

void cpango_pages_destroy(cpango_pages *pages) {
    if (!pages) {
        return;
    }
    lib.cairo_destroy(pages->cairo);
    lib.cairo_surface_destroy(pages->surface);
    free(pages);
}

cpango_status cpango_pages_show(cpango_pages *pages, cpango_line *line, double x, double y) {
    lib.cairo_move_to(pages->cairo, x, y);
    lib.pango_cairo_show_layout_line(pages->cairo, set_line(line));
    return status_of(lib.cairo_status(pages->cairo));
}

cpango_status cpango_pages_end_page(cpango_pages *pages) {
    lib.cairo_show_page(pages->cairo);
    return status_of(lib.cairo_status(pages->cairo));
}

cpango_status cpango_pages_finish(cpango_pages *pages) {
    lib.cairo_surface_finish(pages->surface);
    return status_of(lib.cairo_surface_status(pages->surface));
}

const char *cpango_pages_reason(cpango_pages *pages) {
    return lib.cairo_status_to_string(lib.cairo_surface_status(pages->surface));
}
