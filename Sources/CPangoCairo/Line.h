#ifndef LINE_H
#define LINE_H

#include "CPangoCairo.h"
#include "Libraries.h"

struct cpango_line {
    PangoFontMap *fonts;
    PangoContext *context;
    PangoAttrList *attributes;
    PangoLayout *layout;
    PangoFontDescription *font;
    /// What all lines of ASCII have in common: font, direction, script. NULL if there is no font.
    PangoItem *plain;
    /// The glyphs of a line of ASCII, one for each byte of `text`; `layout` holds any other line.
    PangoGlyphString *glyphs;
    bool is_plain;
    char *text;
    size_t count, capacity;
};

/// Shows what the layout of the line holds, from `x` on the baseline `y`.
void show_layout(cairo_t *cairo, cpango_line *line, double x, double y, double scale);

/// What a status of cairo means.
cpango_status status_of(int status);

#endif
