// For dl_iterate_phdr.
#define _GNU_SOURCE
#include "CProgram.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#else
#include <link.h>
#endif

// Functions without arguments that return the version of a library as text.
static const struct {
    const char *library, *function;
} versions[] = {
    {"/libc.", "gnu_get_libc_version"},   {"/libncursesw.", "curses_version"},
    {"/libqrencode.", "QRcode_APIVersionString"}, {"/libsodium.", "sodium_version_string"},
    {"/libsqlite3.", "sqlite3_libversion"}, {"/libz.", "zlibVersion"},
};

static const char *version(const char *path) {
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        if (strstr(path, versions[i].library)) {
            const char *(*function)(void);
            *(void **)&function = dlsym(RTLD_DEFAULT, versions[i].function);
            return function ? function() : NULL;
        }
    }
    return NULL;
}

static void visit_path(const char *path, cprogram_visit visit, void *context) {
    char *file = path ? realpath(path, NULL) : NULL;
    // The program itself has no path here, and the kernel's library no file.
    if (file && strchr(path, '/')) {
        visit(path, file, version(path), context);
    }
    free(file);
}

#ifdef __APPLE__
void cprogram_visit_libraries(cprogram_visit visit, void *context) {
    for (uint32_t i = 1; i < _dyld_image_count(); i++) {
        visit_path(_dyld_get_image_name(i), visit, context);
    }
}
#else
struct visitor {
    cprogram_visit visit;
    void *context;
};

static int visit_object(struct dl_phdr_info *info, size_t size, void *visitor) {
    (void)size;
    struct visitor *it = visitor;
    visit_path(info->dlpi_name, it->visit, it->context);
    return 0;
}

void cprogram_visit_libraries(cprogram_visit visit, void *context) {
    struct visitor visitor = {visit, context};
    dl_iterate_phdr(visit_object, &visitor);
}
#endif
