// Libraries that are loaded on first use and stay loaded.
#ifndef LIBRARY_H
#define LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __APPLE__
#define LIBRARY_FILE(name, version) "lib" name "." version ".dylib"
#else
#define LIBRARY_FILE(name, version) "lib" name ".so." version
#endif

/// Name of a library function, and the pointer to set.
typedef struct {
    const char *name;
    void **pointer;
} library_function;

/// Loads a library and its functions; returns false if it is not installed or lacks one of them.
bool load_library(const char *file, const library_function *functions, size_t count);

#endif
