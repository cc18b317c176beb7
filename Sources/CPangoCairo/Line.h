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
    /// Font, direction and script of all lines of ASCII; NULL if no font is installed.
    PangoItem *plain;
    /// Glyphs of a line of ASCII, one per byte of `text`; `layout` holds any other line.
    PangoGlyphString *glyphs;
    bool is_plain;
    char *text;
    size_t count, capacity;
};

/// Draws the layout of the line from `x` on the baseline `y`.
void show_layout(cairo_t *cairo, cpango_line *line, double x, double y, double scale);

/// Returns the status for a cairo status.
cpango_status status_of(int status);

#endif
