#include "CZBar.h"

#include <CLibrary.h>
#include <pthread.h>
#include <stdlib.h>

/// Values of zbar_symbol_type_t and zbar_config_t.
enum { all_symbologies = 0, qr_code = 64, config_enable = 0, config_binary = 4 };

/// Image format with one byte per pixel: the characters of "Y800".
enum { y800 = 'Y' | '8' << 8 | '0' << 16 | '0' << 24 };

// X(result, name, arguments)
#define FUNCTIONS(X)                                                                              \
    X(void *, zbar_image_scanner_create, (void))                                                  \
    X(void, zbar_image_scanner_destroy, (void *))                                                 \
    X(int, zbar_image_scanner_set_config, (void *, int, int, int))                                \
    X(int, zbar_scan_image, (void *, void *))                                                     \
    X(void *, zbar_image_create, (void))                                                          \
    X(void, zbar_image_destroy, (void *))                                                         \
    X(void, zbar_image_set_format, (void *, unsigned long))                                       \
    X(void, zbar_image_set_size, (void *, unsigned, unsigned))                                    \
    X(void, zbar_image_set_data, (void *, const void *, unsigned long, void *))                   \
    X(const void *, zbar_image_first_symbol, (const void *))                                      \
    X(const char *, zbar_symbol_get_data, (const void *))                                         \
    X(unsigned, zbar_symbol_get_data_length, (const void *))

static struct {
#define MEMBER(result, name, arguments) result(*name) arguments;
    FUNCTIONS(MEMBER)
#undef MEMBER
} lib;

struct czbar_reader {
    void *scanner;
    /// The last image, which owns the bytes read from it.
    void *image;
};

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
// POSIX allows the object pointer of dlsym to be used as a function (dlsym, "Application Usage").
#define FIND(result, name, arguments) {#name, (void **)&lib.name},
    const clibrary_function functions[] = {FUNCTIONS(FIND)};
#undef FIND
    is_loaded = clibrary_load(CLIBRARY_FILE("zbar", "0"), functions, sizeof functions / sizeof *functions);
}

bool czbar_is_there(void) {
    pthread_once(&once, load);
    return is_loaded;
}

czbar_reader *czbar_reader_new(void) {
    if (!czbar_is_there()) {
        return NULL;
    }
    czbar_reader *reader = calloc(1, sizeof *reader);
    void *scanner = reader ? lib.zbar_image_scanner_create() : NULL;
    if (!scanner) {
        free(reader);
        return NULL;
    }
    reader->scanner = scanner;
    lib.zbar_image_scanner_set_config(scanner, all_symbologies, config_enable, 0);
    lib.zbar_image_scanner_set_config(scanner, qr_code, config_enable, 1);
    lib.zbar_image_scanner_set_config(scanner, qr_code, config_binary, 1);
    return reader;
}

static void drop_image(czbar_reader *reader) {
    if (reader->image) {
        lib.zbar_image_destroy(reader->image);
        reader->image = NULL;
    }
}

void czbar_reader_free(czbar_reader *reader) {
    if (!reader) {
        return;
    }
    drop_image(reader);
    lib.zbar_image_scanner_destroy(reader->scanner);
    free(reader);
}

czbar_status czbar_read(czbar_reader *reader, const uint8_t *pixels, uint32_t width,
                        uint32_t height, const uint8_t **bytes, size_t *count) {
    drop_image(reader);
    reader->image = lib.zbar_image_create();
    if (!reader->image) {
        return czbar_status_exhausted;
    }
    lib.zbar_image_set_format(reader->image, y800);
    lib.zbar_image_set_size(reader->image, width, height);
    lib.zbar_image_set_data(reader->image, pixels, (unsigned long)width * height, NULL);
    if (lib.zbar_scan_image(reader->scanner, reader->image) != 1) {
        return czbar_status_unread;
    }
    const void *symbol = lib.zbar_image_first_symbol(reader->image);
    if (!symbol) {
        return czbar_status_unread;
    }
    *bytes = (const uint8_t *)lib.zbar_symbol_get_data(symbol);
    *count = lib.zbar_symbol_get_data_length(symbol);
    return czbar_status_read;
}
