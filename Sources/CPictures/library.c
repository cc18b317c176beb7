#include "library.h"

#include <dlfcn.h>
#include <stdio.h>

#ifdef __APPLE__
// Library folders of Homebrew, which dlopen does not search.
static const char *const folders[] = {"", "/opt/homebrew/lib/", "/usr/local/lib/",
                                      "/opt/homebrew/opt/jpeg-turbo/lib/",
                                      "/usr/local/opt/jpeg-turbo/lib/"};
#else
static const char *const folders[] = {""};
#endif

static void *open_library(const char *file) {
    void *handle = NULL;
    for (size_t i = 0; !handle && i < sizeof folders / sizeof *folders; i++) {
        char path[256];
        snprintf(path, sizeof path, "%s%s", folders[i], file);
        handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    }
    return handle;
}

bool load_library(const char *file, const library_function *functions, size_t count) {
    void *handle = open_library(file);
    if (!handle) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        *functions[i].pointer = dlsym(handle, functions[i].name);
        if (!*functions[i].pointer) {
            return false;
        }
    }
    return true;
}
