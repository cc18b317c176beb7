#include "Libraries.h"

#include <CLibrary.h>
#include <pthread.h>
#include <stddef.h>

enum { cairo, gobject, pango, pangocairo, library_count };

static const char *const files[library_count] = {
    [cairo] = CLIBRARY_FILE("cairo", "2"),
    [gobject] = CLIBRARY_FILE("gobject-2.0", "0"),
    [pango] = CLIBRARY_FILE("pango-1.0", "0"),
    [pangocairo] = CLIBRARY_FILE("pangocairo-1.0", "0"),
};

functions lib;

static const char *missing;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/// Loads the libraries. They are never unloaded, because GObject keeps its types forever.
static void load(void) {
    void *handles[library_count];
    for (size_t i = 0; i < library_count; i++) {
        handles[i] = clibrary_open(files[i]);
        if (!handles[i]) {
            missing = files[i];
            return;
        }
    }
// POSIX allows the object pointer of dlsym to be used as a function (dlsym, "Application Usage").
#define FIND(library, result, name, arguments)                                                    \
    if (!clibrary_find(handles[library], &(clibrary_function){#name, (void **)&lib.name}, 1)) {   \
        missing = files[library];                                                                 \
        return;                                                                                   \
    }
    FUNCTIONS(FIND)
#undef FIND
}

bool load_libraries(void) {
    pthread_once(&once, load);
    return !missing;
}

const char *cpango_missing_library(void) {
    return missing;
}
