#include "CBrotli.h"

#include <CLibrary.h>
#include <pthread.h>

/// Window of 4 MiB, the default; BrotliEncoderMode for UTF-8.
enum { window_bits = 22, mode_text = 1 };

static int (*compress)(int quality, int window_bits, int mode, size_t count, const uint8_t *bytes,
                       size_t *output_count, uint8_t *output);
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    // POSIX allows the object pointer of dlsym to be used as a function (dlsym, "Application Usage").
    const clibrary_function function = {"BrotliEncoderCompress", (void **)&compress};
    is_loaded = clibrary_load(CLIBRARY_FILE("brotlienc", "1"), &function, 1);
}

size_t cbrotli_compress(int quality, const uint8_t *bytes, size_t count, uint8_t *output,
                        size_t capacity) {
    pthread_once(&once, load);
    size_t written = capacity;
    if (!is_loaded || !compress(quality, window_bits, mode_text, count, bytes, &written, output)) {
        return 0;
    }
    return written;
}
