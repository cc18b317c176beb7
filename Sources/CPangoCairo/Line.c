#include "Line.h"

#include <limits.h>
#include <stdlib.h>

struct cpango_line {
    PangoFontMap *fonts;
    PangoContext *context;
    PangoLayout *layout;
    PangoFontDescription *font;
    double size;
};

/// Glyphs as the font has them, not bent or moved to the pixels of a screen.
static void leave_unhinted(PangoContext *context) {
    lib.pango_context_set_round_glyph_positions(context, false);
    cairo_font_options_t *options = lib.cairo_font_options_create();
    lib.cairo_font_options_set_hint_style(options, cairo_hint_style_none);
    lib.cairo_font_options_set_hint_metrics(options, cairo_hint_metrics_off);
    lib.pango_cairo_context_set_font_options(context, options);
    lib.cairo_font_options_destroy(options);
}

/// A code with "ff" in it must be read, and copied from the file, as two letters. Ligatures that a
/// script cannot do without stay.
static void leave_letters_apart(PangoLayout *layout) {
    PangoAttrList *attributes = lib.pango_attr_list_new();
    lib.pango_attr_list_insert(attributes, lib.pango_attr_font_features_new("liga=0, clig=0"));
    lib.pango_layout_set_attributes(layout, attributes);
    lib.pango_attr_list_unref(attributes);
}

/// The font map is the line's own, because that of pango belongs to a thread.
cpango_status cpango_line_create(const char *family, cpango_line **line) {
    if (!load_libraries()) {
        return cpango_status_missing_library;
    }
    cpango_line *new = calloc(1, sizeof *new);
    if (!new) {
        return cpango_status_exhausted;
    }
    new->fonts = lib.pango_cairo_font_map_new();
    new->context = lib.pango_font_map_create_context(new->fonts);
    leave_unhinted(new->context);
    new->font = lib.pango_font_description_new();
    lib.pango_font_description_set_family(new->font, family);
    new->layout = lib.pango_layout_new(new->context);
    lib.pango_layout_set_single_paragraph_mode(new->layout, true);
    leave_letters_apart(new->layout);
    *line = new;
    return cpango_status_done;
}

void cpango_line_destroy(cpango_line *line) {
    if (!line) {
        return;
    }
    lib.g_object_unref(line->layout);
    lib.pango_font_description_free(line->font);
    lib.g_object_unref(line->context);
    lib.g_object_unref(line->fonts);
    free(line);
}

cpango_extent cpango_line_set(cpango_line *line, const uint8_t *text, size_t count, double size) {
    if (size != line->size) {
        lib.pango_font_description_set_absolute_size(line->font, size * pango_scale);
        lib.pango_layout_set_font_description(line->layout, line->font);
        line->size = size;
    }
    int length = count > INT_MAX ? INT_MAX : (int)count;
    lib.pango_layout_set_text(line->layout, (const char *)text, length);
    PangoRectangle ink, logical;
    lib.pango_layout_line_get_extents(set_line(line), &ink, &logical);
    return (cpango_extent){
        .width = (double)logical.width / pango_scale,
        .above = -(double)ink.y / pango_scale,
        .below = ((double)ink.y + ink.height) / pango_scale,
    };
}

size_t cpango_line_unknown(cpango_line *line) {
    return (size_t)lib.pango_layout_get_unknown_glyphs_count(line->layout);
}

PangoLayoutLine *set_line(cpango_line *line) {
    return lib.pango_layout_get_line_readonly(line->layout, 0);
}
