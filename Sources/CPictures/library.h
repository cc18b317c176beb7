// Libraries that are loaded when they are first needed. They stay loaded to the end.
#ifndef LIBRARY_H
#define LIBRARY_H

#ifdef __APPLE__
#define LIBRARY_FILE(name, version) "lib" name "." version ".dylib"
#else
#define LIBRARY_FILE(name, version) "lib" name ".so." version
#endif

/// Loads a library; NULL if it is not installed.
void *open_library(const char *file);

#endif
