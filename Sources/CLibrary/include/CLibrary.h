// Libraries that are loaded on first use and stay loaded.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __APPLE__
#define CLIBRARY_FILE(name, version) "lib" name "." version ".dylib"
#else
#define CLIBRARY_FILE(name, version) "lib" name ".so." version
#endif

/// Name of a library function, and the pointer to set.
typedef struct {
    const char *name;
    void **pointer;
} clibrary_function;

/// Opens a library; returns NULL if it is not installed.
void *clibrary_open(const char *file);

/// Sets the pointers of functions; returns false if the library lacks one of them.
bool clibrary_find(void *library, const clibrary_function *functions, size_t count);

/// Opens a library and sets the pointers of its functions; returns false if it is not installed or lacks one.
bool clibrary_load(const char *file, const clibrary_function *functions, size_t count);
