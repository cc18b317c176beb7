#include <stdlib.h>
#include <string.h>

#include "Line.h"

/// Lines of ASCII of one font and size, which are drawn together: cairo records all drawing
/// commands and replays them twice, so a command per line would take longer than the glyphs.
typedef struct {
    cairo_scaled_font_t *font;
    double scale;
    char *text;
    cairo_glyph_t *glyphs;
    /// One glyph per byte, up to `capacity`.
    cairo_text_cluster_t *clusters;
    size_t count, capacity;
} run;

struct cpango_pages {
    cairo_surface_t *surface;
    cairo_t *cairo;
    cpango_sink sink;
    void *context;
    /// Runs of this page and earlier ones.
    run *runs;
    size_t count;
};

static int pass_on(void *context, const unsigned char *bytes, unsigned count) {
    cpango_pages *pages = context;
    return pages->sink(pages->context, bytes, count) ? cairo_success : cairo_write_error;
}

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
    for (size_t i = 0; i < pages->count; i++) {
        lib.cairo_scaled_font_destroy(pages->runs[i].font);
        free(pages->runs[i].text);
        free(pages->runs[i].glyphs);
        free(pages->runs[i].clusters);
    }
    free(pages->runs);
    lib.cairo_destroy(pages->cairo);
    lib.cairo_surface_destroy(pages->surface);
    free(pages);
}

/// Returns the run of a font and size; NULL if there is not enough memory.
static run *run_of(cpango_pages *pages, cairo_scaled_font_t *font, double scale) {
    for (size_t i = 0; i < pages->count; i++) {
        if (pages->runs[i].font == font && pages->runs[i].scale == scale) {
            return &pages->runs[i];
        }
    }
    run *runs = realloc(pages->runs, (pages->count + 1) * sizeof *runs);
    if (!runs) {
        return NULL;
    }
    pages->runs = runs;
    run *new = &runs[pages->count];
    pages->count += 1;
    *new = (run){.font = lib.cairo_scaled_font_reference(font), .scale = scale};
    return new;
}

static bool reserve(run *run, size_t capacity) {
    if (capacity <= run->capacity) {
        return true;
    }
    capacity = 2 * capacity;
    char *text = realloc(run->text, capacity);
    run->text = text ? text : run->text;
    cairo_glyph_t *glyphs = realloc(run->glyphs, capacity * sizeof *glyphs);
    run->glyphs = glyphs ? glyphs : run->glyphs;
    cairo_text_cluster_t *clusters = realloc(run->clusters, capacity * sizeof *clusters);
    run->clusters = clusters ? clusters : run->clusters;
    if (!text || !glyphs || !clusters) {
        return false;
    }
    for (size_t i = run->capacity; i < capacity; i++) {
        clusters[i] = (cairo_text_cluster_t){.num_bytes = 1, .num_glyphs = 1};
    }
    run->capacity = capacity;
    return true;
}

/// Adds a line of ASCII to its run, from `x` on the baseline `y`.
static cpango_status add_plain(cpango_pages *pages, cpango_line *line, double x, double y,
                               double scale) {
    void *font = lib.pango_cairo_font_get_scaled_font(line->plain->analysis.font);
    run *run = font ? run_of(pages, font, scale) : NULL;
    if (!run || !reserve(run, run->count + line->count)) {
        return cpango_status_exhausted;
    }
    memcpy(run->text + run->count, line->text, line->count);
    double pen = 0;
    for (size_t i = 0; i < line->count; i++) {
        PangoGlyphInfo glyph = line->glyphs->glyphs[i];
        run->glyphs[run->count + i] = (cairo_glyph_t){
            .index = glyph.glyph,
            .x = x / scale + (pen + glyph.x_offset) / pango_scale,
            .y = y / scale + (double)glyph.y_offset / pango_scale,
        };
        pen += glyph.width;
    }
    run->count += line->count;
    return cpango_status_done;
}

cpango_status cpango_pages_show(cpango_pages *pages, cpango_line *line, double x, double y,
                                double scale) {
    if (line->is_plain) {
        return add_plain(pages, line, x, y, scale);
    }
    show_layout(pages->cairo, line, x, y, scale);
    return status_of(lib.cairo_status(pages->cairo));
}

static void show_runs(cpango_pages *pages) {
    for (size_t i = 0; i < pages->count; i++) {
        run *run = &pages->runs[i];
        if (run->count > 0) {
            lib.cairo_save(pages->cairo);
            lib.cairo_scale(pages->cairo, run->scale, run->scale);
            lib.cairo_set_scaled_font(pages->cairo, run->font);
            lib.cairo_show_text_glyphs(pages->cairo, run->text, (int)run->count, run->glyphs,
                                       (int)run->count, run->clusters, (int)run->count, 0);
            lib.cairo_restore(pages->cairo);
        }
        run->count = 0;
    }
}

cpango_status cpango_pages_end_page(cpango_pages *pages) {
    show_runs(pages);
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
