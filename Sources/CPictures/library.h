// Libraries that are loaded when they are first needed. They stay loaded to the end.
#ifndef LIBRARY_H
#define LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __APPLE__
#define LIBRARY_FILE(name, version) "lib" name "." version ".dylib"
#else
#define LIBRARY_FILE(name, version) "lib" name ".so." version
#endif

/// A function of a library, and the pointer that is to lead to it.
typedef struct {
    const char *name;
    void **pointer;
} library_function;

/// Loads a library and finds its functions; false if it is not installed or lacks one of them.
bool load_library(const char *file, const library_function *functions, size_t count);

#endif
