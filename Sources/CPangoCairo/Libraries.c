#include "Libraries.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __APPLE__
#define FILE_NAME(name, version) "lib" name "." version ".dylib"
// Homebrew's folders, which dlopen does not search by default.
static const char *const folders[] = {"", "/opt/homebrew/lib/", "/usr/local/lib/"};
#else
#define FILE_NAME(name, version) "lib" name ".so." version
static const char *const folders[] = {""};
#endif

enum { cairo, gobject, pango, pangocairo, library_count };

static const char *const files[library_count] = {
    [cairo] = FILE_NAME("cairo", "2"),
    [gobject] = FILE_NAME("gobject-2.0", "0"),
    [pango] = FILE_NAME("pango-1.0", "0"),
    [pangocairo] = FILE_NAME("pangocairo-1.0", "0"),
};

functions lib;

static const char *missing;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *open_library(const char *file) {
    void *handle = NULL;
    for (size_t i = 0; !handle && i < sizeof folders / sizeof *folders; i++) {
        char path[256];
        snprintf(path, sizeof path, "%s%s", folders[i], file);
        handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    }
    return handle;
}

/// Loads the libraries. They are never unloaded, because GObject keeps its types forever.
static void load(void) {
    void *handles[library_count];
    for (size_t i = 0; i < library_count; i++) {
        handles[i] = open_library(files[i]);
        if (!handles[i]) {
            missing = files[i];
            return;
        }
    }
// POSIX allows the object pointer of dlsym to be used as a function (dlsym, "Application Usage").
#define FIND(library, result, name, arguments)                                                    \
    *(void **)&lib.name = dlsym(handles[library], #name);                                         \
    if (!lib.name) {                                                                              \
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
