// Declarations of the functions of cairo, pango and GObject in use.
//
// They are declared here instead of included, because only pkg-config knows the folders of the
// headers. They have been stable for many years. Sources: the reference manuals of cairo
// (https://www.cairographics.org/manual/), of Pango and PangoCairo
// (https://docs.gtk.org/Pango/, https://docs.gtk.org/PangoCairo/) and of GObject
// (https://docs.gtk.org/gobject/).
#ifndef LIBRARIES_H
#define LIBRARIES_H

#include <stdbool.h>

#include "CPangoCairo.h"

typedef struct cairo cairo_t;
typedef struct cairo_surface cairo_surface_t;
typedef struct cairo_font_options cairo_font_options_t;
typedef struct pango_layout PangoLayout;
typedef struct pango_layout_line PangoLayoutLine;
typedef struct pango_context PangoContext;
typedef struct pango_font_map PangoFontMap;
typedef struct pango_font_description PangoFontDescription;
typedef struct pango_attribute PangoAttribute;
typedef struct pango_attr_list PangoAttrList;

typedef struct {
    int x, y, width, height;
} PangoRectangle;

typedef struct {
    double x, y, width, height;
} cairo_rectangle_t;

/// Values of cairo_status_t: CAIRO_STATUS_SUCCESS and CAIRO_STATUS_NO_MEMORY.
enum { cairo_success = 0, cairo_no_memory = 1 };

/// Values of cairo_pdf_version_t, cairo_pdf_metadata_t, cairo_hint_style_t and
/// cairo_hint_metrics_t.
enum {
    cairo_pdf_version_1_5 = 1,
    cairo_pdf_metadata_title = 0,
    cairo_pdf_metadata_creator = 4,
    cairo_pdf_metadata_create_date = 5,
    cairo_hint_style_none = 1,
    cairo_hint_metrics_off = 1,
};

/// CAIRO_FORMAT_RGB24, CAIRO_FORMAT_A8 and CAIRO_CONTENT_COLOR_ALPHA.
enum { cairo_format_rgb24 = 1, cairo_format_a8 = 2, cairo_content_color_alpha = 0x3000 };

/// Values of cairo_antialias_t and CAIRO_OPERATOR_SOURCE.
enum { cairo_antialias_none = 1, cairo_antialias_gray = 2, cairo_operator_source = 1 };

/// Pango units per point.
enum { pango_scale = 1024 };

// X(library, result, name, arguments)
#define FUNCTIONS(X)                                                                              \
    X(gobject, void, g_object_unref, (void *))                                                    \
    X(pango, PangoContext *, pango_font_map_create_context, (PangoFontMap *))                     \
    X(pango, void, pango_context_set_round_glyph_positions, (PangoContext *, int))                \
    X(pango, PangoFontDescription *, pango_font_description_new, (void))                          \
    X(pango, void, pango_font_description_free, (PangoFontDescription *))                         \
    X(pango, void, pango_font_description_set_family, (PangoFontDescription *, const char *))     \
    X(pango, void, pango_font_description_set_absolute_size, (PangoFontDescription *, double))    \
    X(pango, PangoAttrList *, pango_attr_list_new, (void))                                        \
    X(pango, void, pango_attr_list_insert, (PangoAttrList *, PangoAttribute *))                   \
    X(pango, void, pango_attr_list_unref, (PangoAttrList *))                                      \
    X(pango, PangoAttribute *, pango_attr_font_features_new, (const char *))                      \
    X(pango, void, pango_layout_set_attributes, (PangoLayout *, PangoAttrList *))                 \
    X(pango, void, pango_context_set_font_description,                                            \
      (PangoContext *, const PangoFontDescription *))                                             \
    X(pango, PangoLayout *, pango_layout_new, (PangoContext *))                                   \
    X(pango, void, pango_layout_set_single_paragraph_mode, (PangoLayout *, int))                  \
    X(pango, void, pango_layout_set_text, (PangoLayout *, const char *, int))                     \
    X(pango, int, pango_layout_get_unknown_glyphs_count, (PangoLayout *))                         \
    X(pango, PangoLayoutLine *, pango_layout_get_line_readonly, (PangoLayout *, int))             \
    X(pango, void, pango_layout_line_get_extents,                                                 \
      (PangoLayoutLine *, PangoRectangle *, PangoRectangle *))                                    \
    X(pangocairo, PangoFontMap *, pango_cairo_font_map_new, (void))                               \
    X(pangocairo, void, pango_cairo_context_set_font_options,                                     \
      (PangoContext *, const cairo_font_options_t *))                                             \
    X(pangocairo, void, pango_cairo_show_layout_line, (cairo_t *, PangoLayoutLine *))             \
    X(cairo, cairo_font_options_t *, cairo_font_options_create, (void))                           \
    X(cairo, void, cairo_font_options_destroy, (cairo_font_options_t *))                          \
    X(cairo, void, cairo_font_options_set_antialias, (cairo_font_options_t *, int))               \
    X(cairo, void, cairo_font_options_set_hint_style, (cairo_font_options_t *, int))              \
    X(cairo, void, cairo_font_options_set_hint_metrics, (cairo_font_options_t *, int))            \
    X(cairo, cairo_surface_t *, cairo_pdf_surface_create_for_stream,                              \
      (cpango_sink, void *, double, double))                                                    \
    X(cairo, void, cairo_pdf_surface_restrict_to_version, (cairo_surface_t *, int))               \
    X(cairo, void, cairo_pdf_surface_set_metadata, (cairo_surface_t *, int, const char *))        \
    X(cairo, cairo_surface_t *, cairo_image_surface_create, (int, int, int))                      \
    X(cairo, unsigned char *, cairo_image_surface_get_data, (cairo_surface_t *))                  \
    X(cairo, int, cairo_image_surface_get_stride, (cairo_surface_t *))                            \
    X(cairo, int, cairo_surface_write_to_png_stream, (cairo_surface_t *, cpango_sink, void *))    \
    X(cairo, void, cairo_surface_flush, (cairo_surface_t *))                                      \
    X(cairo, void, cairo_surface_finish, (cairo_surface_t *))                                     \
    X(cairo, int, cairo_surface_status, (cairo_surface_t *))                                      \
    X(cairo, void, cairo_surface_destroy, (cairo_surface_t *))                                    \
    X(cairo, const char *, cairo_status_to_string, (int))                                         \
    X(cairo, cairo_t *, cairo_create, (cairo_surface_t *))                                        \
    X(cairo, void, cairo_destroy, (cairo_t *))                                                    \
    X(cairo, int, cairo_status, (cairo_t *))                                                      \
    X(cairo, void, cairo_save, (cairo_t *))                                                       \
    X(cairo, void, cairo_restore, (cairo_t *))                                                    \
    X(cairo, void, cairo_translate, (cairo_t *, double, double))                                  \
    X(cairo, void, cairo_scale, (cairo_t *, double, double))                                      \
    X(cairo, void, cairo_set_antialias, (cairo_t *, int))                                         \
    X(cairo, void, cairo_set_operator, (cairo_t *, int))                                          \
    X(cairo, void, cairo_set_source_rgba, (cairo_t *, double, double, double, double))            \
    X(cairo, void, cairo_paint, (cairo_t *))                                                      \
    X(cairo, cairo_surface_t *, cairo_recording_surface_create, (int, const cairo_rectangle_t *)) \
    X(cairo, void, cairo_set_source_surface, (cairo_t *, cairo_surface_t *, double, double))      \
    X(cairo, void, cairo_rectangle, (cairo_t *, double, double, double, double))                  \
    X(cairo, void, cairo_set_dash, (cairo_t *, const double *, int, double))                      \
    X(cairo, void, cairo_new_path, (cairo_t *))                                                   \
    X(cairo, void, cairo_arc, (cairo_t *, double, double, double, double, double))                \
    X(cairo, void, cairo_fill, (cairo_t *))                                                       \
    X(cairo, void, cairo_line_to, (cairo_t *, double, double))                                    \
    X(cairo, void, cairo_set_line_width, (cairo_t *, double))                                     \
    X(cairo, void, cairo_stroke, (cairo_t *))                                                     \
    X(cairo, void, cairo_move_to, (cairo_t *, double, double))                                    \
    X(cairo, void, cairo_show_page, (cairo_t *))

/// The functions by name; valid once `load_libraries` has returned true.
typedef struct {
#define MEMBER(library, result, name, arguments) result(*name) arguments;
    FUNCTIONS(MEMBER)
#undef MEMBER
} functions;

extern functions lib;

/// Loads the libraries on the first call and returns whether all are installed. Thread-safe.
bool load_libraries(void);

#endif
