#ifndef LINE_H
#define LINE_H

#include "CPangoCairo.h"
#include "Libraries.h"

/// The line as pango has set it; it belongs to `line` and changes with it.
PangoLayoutLine *set_line(cpango_line *line);

#endif
