// JPEG decoder and encoder, with the TurboJPEG API 2.1
// (https://libjpeg-turbo.org/Documentation/Documentation).
#include <CLibrary.h>
#include <pthread.h>
#include <stdlib.h>

#include "area.h"
#include "turn.h"

/// TJPF_RGB, TJPF_GRAY, TJPF_RGBA and TJPF_CMYK.
enum { format_rgb = 0, format_grey = 6, format_rgba = 7, format_cmyk = 11 };

/// TJFLAG_LIMITSCANS and TJFLAG_ACCURATEDCT, TJERR_WARNING.
enum { limit_scans = 32768, accurate = 4096, only_warned = 0 };

/// TJXOPT_PERFECT and TJXOPT_COPYNONE.
enum { perfect = 1, copy_none = 64 };

/// TJSAMP_444, TJSAMP_420 and TJSAMP_GRAY.
enum { full_colors = 0, half_colors = 2, no_colors = 3 };

/// tjtransform.
typedef struct {
    int x, y, width, height;
    int operation, options;
    void *data;
    int (*filter)(short *, int, int, int, int, int, int, void *);
} transform;

// X(result, name, arguments)
#define FUNCTIONS(X)                                                                              \
    X(void *, tjInitDecompress, (void))                                                           \
    X(int, tjDestroy, (void *))                                                                   \
    X(int, tjGetErrorCode, (void *))                                                              \
    X(int, tjDecompress2,                                                                         \
      (void *, const unsigned char *, unsigned long, unsigned char *, int, int, int, int, int))   \
    X(void *, tjInitTransform, (void))                                                            \
    X(int, tjTransform,                                                                           \
      (void *, const unsigned char *, unsigned long, int, unsigned char **, unsigned long *,      \
       transform *, int))                                                                         \
    X(void *, tjInitCompress, (void))                                                             \
    X(int, tjCompress2,                                                                           \
      (void *, const unsigned char *, int, int, int, int, unsigned char **, unsigned long *, int, \
       int, int))                                                                                 \
    X(void, tjFree, (unsigned char *))

static struct {
#define MEMBER(result, name, arguments) result(*name) arguments;
    FUNCTIONS(MEMBER)
#undef MEMBER
} lib;

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
// POSIX allows the object pointer from dlsym to be used as a function pointer (dlsym, "Application
// Usage").
#define FIND(result, name, arguments) {#name, (void **)&lib.name},
    const clibrary_function functions[] = {FUNCTIONS(FIND)};
#undef FIND
    size_t count = sizeof functions / sizeof *functions;
    is_loaded = clibrary_load(CLIBRARY_FILE("turbojpeg", "0"), functions, count);
}

/// Returns a side after scaling by eighths, rounded as by the decoder.
static uint32_t scaled(uint32_t side, uint32_t eighths) {
    return (side * eighths + 7) / 8;
}

/// Returns whether the scaled side has at least two pixels for the mean of each wanted pixel.
static bool is_enough(uint32_t side, uint32_t eighths, uint32_t wanted) {
    return scaled(side, eighths) >= 2 * wanted;
}

/// Returns the smallest scale, in eighths, with enough detail for the target size.
static uint32_t fewest_eighths(const cpict_job *job) {
    uint32_t eighths = 1;
    while (eighths < 8
           && !(is_enough(job->width, eighths, job->target_width)
                && is_enough(job->height, eighths, job->target_height))) {
        eighths++;
    }
    return eighths;
}

/// Converts inverted CMYK, where 255 means no ink, to RGBA.
static void mix_inks(uint8_t *pixels, size_t count) {
    for (uint8_t *pixel = pixels; pixel < pixels + 4 * count; pixel += 4) {
        for (size_t ink = 0; ink < 3; ink++) {
            pixel[ink] = (uint8_t)((pixel[ink] * pixel[3] + 127) / 255);
        }
        pixel[3] = 0xFF;
    }
}

/// Decodes the picture. Like other viewers, it accepts a picture with partly damaged pixels.
static bool decode(const cpict_job *job, uint8_t *pixels, uint32_t width, uint32_t height,
                   int format) {
    void *decoder = lib.tjInitDecompress();
    if (!decoder) {
        return false;
    }
    int result = lib.tjDecompress2(decoder, job->bytes, job->count, pixels, (int)width, 0,
                                   (int)height, format, limit_scans);
    bool is_decoded = result == 0 || lib.tjGetErrorCode(decoder) == only_warned;
    lib.tjDestroy(decoder);
    return is_decoded;
}

static cpict_status average(const cpict_job *job, const uint8_t *pixels, uint32_t width,
                            uint32_t height) {
    cpict_job scaled = *job;
    scaled.width = width;
    scaled.height = height;
    area area;
    bool has_room = area_init(&area, &scaled);
    for (uint32_t y = 0; has_room && y < height; y++) {
        area_add(&area, y, pixels + (size_t)4 * width * y, 0, 1);
    }
    if (has_room) {
        area_finish(&area, job->rgba);
    }
    area_free(&area);
    return has_room ? cpict_status_done : cpict_status_exhausted;
}

cpict_status cpict_decode_jpeg(const cpict_job *job, bool has_inks) {
    pthread_once(&once, load);
    if (!is_loaded) {
        return cpict_status_missing_library;
    }
    uint32_t eighths = fewest_eighths(job);
    uint32_t width = scaled(job->width, eighths), height = scaled(job->height, eighths);
    uint8_t *pixels = calloc((size_t)width * height, 4);
    if (!pixels) {
        return cpict_status_exhausted;
    }
    cpict_status status = cpict_status_damaged;
    if (decode(job, pixels, width, height, has_inks ? format_cmyk : format_rgba)) {
        if (has_inks) {
            mix_inks(pixels, (size_t)width * height);
        }
        status = average(job, pixels, width, height);
    }
    free(pixels);
    return status;
}

cpict_status cpict_clean_jpeg(const uint8_t *bytes, size_t count, cpict_turn turn,
                              cpict_file *file) {
    *file = (cpict_file){0};
    pthread_once(&once, load);
    if (!is_loaded) {
        return cpict_status_missing_library;
    }
    void *transformer = lib.tjInitTransform();
    if (!transformer) {
        return cpict_status_exhausted;
    }
    transform transform = {.operation = (int)turn, .options = perfect | copy_none};
    unsigned char *result = NULL;
    unsigned long size = 0;
    int status = lib.tjTransform(transformer, bytes, count, 1, &result, &size, &transform,
                                 limit_scans);
    bool is_clean = status == 0 || lib.tjGetErrorCode(transformer) == only_warned;
    lib.tjDestroy(transformer);
    if (!is_clean || !result || size == 0) {
        lib.tjFree(result);
        return cpict_status_damaged;
    }
    *file = (cpict_file){result, size, true};
    return cpict_status_done;
}

static cpict_status compress(const uint8_t *pixels, uint32_t width, uint32_t height, int format,
                             int sampling, int quality, int flags, cpict_file *file) {
    *file = (cpict_file){0};
    pthread_once(&once, load);
    if (!is_loaded) {
        return cpict_status_missing_library;
    }
    void *encoder = lib.tjInitCompress();
    if (!encoder) {
        return cpict_status_exhausted;
    }
    unsigned char *result = NULL;
    unsigned long size = 0;
    int status = lib.tjCompress2(encoder, pixels, (int)width, 0, (int)height, format, &result,
                                 &size, sampling, quality, flags);
    lib.tjDestroy(encoder);
    if (status != 0) {
        lib.tjFree(result);
        return cpict_status_exhausted;
    }
    *file = (cpict_file){result, size, true};
    return cpict_status_done;
}

cpict_status write_jpeg(const uint8_t *pixels, uint32_t width, uint32_t height, size_t channels,
                        int quality, cpict_file *file) {
    bool is_grey = channels == 1;
    return compress(pixels, width, height, is_grey ? format_grey : format_rgb,
                    is_grey ? no_colors : full_colors, quality, accurate, file);
}

cpict_status cpict_turn_jpeg(const cpict_source *source, cpict_colors colors, cpict_turn turn,
                             int quality, cpict_file *file) {
    *file = (cpict_file){0};
    pthread_once(&once, load);
    if (!is_loaded) {
        return cpict_status_missing_library;
    }
    bool has_inks = colors == cpict_colors_inks;
    size_t count = (size_t)source->width * source->height;
    uint8_t *pixels = calloc(count, colors);
    if (!pixels) {
        return cpict_status_exhausted;
    }
    cpict_job job = {.bytes = source->bytes, .count = source->count};
    int format = has_inks ? format_cmyk : colors == cpict_colors_grey ? format_grey : format_rgb;
    if (!decode(&job, pixels, source->width, source->height, format)) {
        free(pixels);
        return cpict_status_damaged;
    }
    if (has_inks) {
        mix_inks(pixels, count);
        pixels = without_alpha(pixels, count);
    }
    return write_turned_jpeg(pixels, source, has_inks ? 3 : colors, turn, quality, file);
}

cpict_status cpict_encode_jpeg(const uint8_t *rgba, uint32_t width, uint32_t height, int quality,
                               cpict_file *file) {
    return compress(rgba, width, height, format_rgba, half_colors, quality, 0, file);
}

void cpict_free(cpict_file *file) {
    if (file->is_from_turbojpeg) {
        lib.tjFree(file->bytes);
    } else {
        free(file->bytes);
    }
    *file = (cpict_file){0};
}
