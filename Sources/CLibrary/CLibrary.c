#include "CLibrary.h"

#include <dlfcn.h>
#include <stdio.h>

#ifdef __APPLE__
// Library folders of Homebrew, which dlopen does not search.
static const char *const folders[] = {"",
                                      "/opt/homebrew/lib/",
                                      "/usr/local/lib/",
                                      "/opt/homebrew/opt/jpeg-turbo/lib/",
                                      "/usr/local/opt/jpeg-turbo/lib/",
                                      "/opt/homebrew/opt/libpq/lib/",
                                      "/usr/local/opt/libpq/lib/",
                                      "/opt/homebrew/opt/openssl@3/lib/",
                                      "/usr/local/opt/openssl@3/lib/"};
#else
static const char *const folders[] = {""};
#endif

void *clibrary_open(const char *file) {
    void *library = NULL;
    for (size_t i = 0; !library && i < sizeof folders / sizeof *folders; i++) {
        char path[256];
        snprintf(path, sizeof path, "%s%s", folders[i], file);
        library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    }
    return library;
}

bool clibrary_find(void *library, const clibrary_function *functions, size_t count) {
    for (size_t i = 0; i < count; i++) {
        *functions[i].pointer = dlsym(library, functions[i].name);
        if (!*functions[i].pointer) {
            return false;
        }
    }
    return true;
}

bool clibrary_load(const char *file, const clibrary_function *functions, size_t count) {
    void *library = clibrary_open(file);
    return library && clibrary_find(library, functions, count);
}
