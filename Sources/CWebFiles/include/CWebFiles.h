#pragma once
#include <stddef.h>

/// A file of the web pages, which is part of the program.
struct web_file {
    /// Its path below the folder of the web pages, such as "assets/fleet.css".
    const char *_Nonnull path;
    const unsigned char *_Nonnull bytes;
    size_t count;
};

/// Returns all files and their number.
const struct web_file *_Nonnull web_files(size_t *_Nonnull count);
