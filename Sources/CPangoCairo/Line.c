#include "Drawing.h"

#include <limits.h>
#include <stdlib.h>

struct cpango_line {
    PangoFontMap *fonts;
    PangoContext *context;
    PangoAttrList *attributes;
    PangoLayout *layout;
    PangoFontDescription *font;
};

/// Disables hinting, which would adjust the glyphs to the pixels of a screen, and the colors of its
/// subpixels.
static void leave_unhinted(PangoContext *context) {
    lib.pango_context_set_round_glyph_positions(context, false);
    cairo_font_options_t *options = lib.cairo_font_options_create();
    lib.cairo_font_options_set_antialias(options, cairo_antialias_gray);
    lib.cairo_font_options_set_hint_style(options, cairo_hint_style_none);
    lib.cairo_font_options_set_hint_metrics(options, cairo_hint_metrics_off);
    lib.pango_cairo_context_set_font_options(context, options);
    lib.cairo_font_options_destroy(options);
}

/// Disables ligatures, so that an ID with "ff" is read and copied as two letters. Ligatures that a
/// script requires remain.
static PangoAttrList *letters_apart(void) {
    PangoAttrList *attributes = lib.pango_attr_list_new();
    lib.pango_attr_list_insert(attributes, lib.pango_attr_font_features_new("liga=0, clig=0"));
    return attributes;
}

/// Creates a line with its own font map, because pango's default font map belongs to a thread.
cpango_status cpango_line_create(const char *family, double size, cpango_line **line) {
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
    lib.pango_font_description_set_absolute_size(new->font, size * pango_scale);
    lib.pango_context_set_font_description(new->context, new->font);
    new->attributes = letters_apart();
    new->layout = lib.pango_layout_new(new->context);
    lib.pango_layout_set_single_paragraph_mode(new->layout, true);
    lib.pango_layout_set_attributes(new->layout, new->attributes);
    *line = new;
    return cpango_status_done;
}

void cpango_line_destroy(cpango_line *line) {
    if (!line) {
        return;
    }
    lib.g_object_unref(line->layout);
    lib.pango_attr_list_unref(line->attributes);
    lib.pango_font_description_free(line->font);
    lib.g_object_unref(line->context);
    lib.g_object_unref(line->fonts);
    free(line);
}

cpango_extent cpango_line_set(cpango_line *line, const uint8_t *text, size_t count) {
    int length = count > INT_MAX ? INT_MAX : (int)count;
    lib.pango_layout_set_text(line->layout, (const char *)text, length);
    PangoLayoutLine *set = lib.pango_layout_get_line_readonly(line->layout, 0);
    PangoRectangle ink, logical;
    lib.pango_layout_line_get_extents(set, &ink, &logical);
    return (cpango_extent){
        .width = (double)logical.width / pango_scale,
        .above = -(double)ink.y / pango_scale,
        .below = ((double)ink.y + ink.height) / pango_scale,
    };
}

size_t cpango_line_unknown(cpango_line *line) {
    return (size_t)lib.pango_layout_get_unknown_glyphs_count(line->layout);
}

void draw_line(cairo_t *cairo, cpango_line *line, double x, double y, double scale) {
    lib.cairo_save(cairo);
    lib.cairo_translate(cairo, x, y);
    lib.cairo_scale(cairo, scale, scale);
    lib.cairo_move_to(cairo, 0, 0);
    lib.pango_cairo_show_layout_line(cairo, lib.pango_layout_get_line_readonly(line->layout, 0));
    lib.cairo_restore(cairo);
}
