// WebP decoder, with libwebp's API (https://developers.google.com/speed/webp/docs/api). The
// structures are those of ABI version 2.9; the library rejects an incompatible version.
#include <CLibrary.h>
#include <pthread.h>
#include <stdlib.h>

#include "turn.h"

enum { abi_version = 0x0209, colors_rgba = 1, lossless = 2, succeeded = 0, out_of_memory = 1 };

typedef struct {
    int width, height, has_alpha, has_animation, format;
    uint32_t pad[5];
} features;

typedef struct {
    int colors, width, height, is_external_memory;
    union {
        struct {
            uint8_t *rgba;
            int stride;
            size_t size;
        } rgba;
        struct {
            uint8_t *y, *u, *v, *a;
            int strides[4];
            size_t sizes[4];
        } yuva;
    } pixels;
    uint32_t pad[4];
    uint8_t *private_memory;
} output;

typedef struct {
    int bypass_filtering, no_fancy_upsampling;
    int use_cropping, crop_left, crop_top, crop_width, crop_height;
    int use_scaling, scaled_width, scaled_height;
    int use_threads, dithering_strength, flip, alpha_dithering_strength;
    uint32_t pad[5];
} options;

typedef struct {
    features input;
    output output;
    options options;
} configuration;

// X(result, name, arguments)
#define FUNCTIONS(X)                                                                              \
    X(int, WebPInitDecoderConfigInternal, (configuration *, int))                                 \
    X(int, WebPGetFeaturesInternal, (const uint8_t *, size_t, features *, int))                   \
    X(int, WebPDecode, (const uint8_t *, size_t, configuration *))                                \
    X(void, WebPFreeDecBuffer, (output *))

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
    is_loaded = clibrary_load(CLIBRARY_FILE("webp", "7"), functions, count);
}

/// Returns whether the library reads the size in the job, and no animation.
static bool is_as_said(const cpict_job *job, features *features) {
    return lib.WebPGetFeaturesInternal(job->bytes, job->count, features, abi_version) == succeeded
           && features->width == (int)job->width && features->height == (int)job->height
           && !features->has_animation;
}

cpict_status cpict_decode_webp(const cpict_job *job) {
    pthread_once(&once, load);
    configuration config;
    if (!is_loaded || !lib.WebPInitDecoderConfigInternal(&config, abi_version)) {
        return cpict_status_missing_library;
    }
    if (!is_as_said(job, &config.input)) {
        return cpict_status_damaged;
    }
    // The decoder buffers a lossless picture completely.
    if (config.input.format == lossless
        && (size_t)4 * job->width * job->height > job->buffer_limit) {
        return cpict_status_too_large;
    }
    config.options.use_scaling =
        job->target_width != job->width || job->target_height != job->height;
    config.options.scaled_width = (int)job->target_width;
    config.options.scaled_height = (int)job->target_height;
    config.output.colors = colors_rgba;
    config.output.is_external_memory = 1;
    config.output.pixels.rgba.rgba = job->rgba;
    config.output.pixels.rgba.stride = (int)(4 * job->target_width);
    config.output.pixels.rgba.size = (size_t)4 * job->target_width * job->target_height;
    int result = lib.WebPDecode(job->bytes, job->count, &config);
    lib.WebPFreeDecBuffer(&config.output);
    switch (result) {
    case succeeded:
        return cpict_status_done;
    case out_of_memory:
        return cpict_status_exhausted;
    default:
        return cpict_status_damaged;
    }
}

cpict_status cpict_turn_webp(const cpict_source *source, cpict_turn turn, int quality,
                             size_t buffer_limit, size_t limit, cpict_file *file) {
    *file = (cpict_file){0};
    size_t count = (size_t)source->width * source->height;
    uint8_t *rgba = calloc(count, 4);
    if (!rgba) {
        return cpict_status_exhausted;
    }
    cpict_job job = {source->bytes, source->count,  source->width, source->height,
                     source->width, source->height, rgba,          buffer_limit};
    cpict_status status = cpict_decode_webp(&job);
    features features;
    if (status == cpict_status_done && is_as_said(&job, &features) && features.format != lossless
        && is_opaque(rgba, count)) {
        return write_turned_jpeg(without_alpha(rgba, count), source, 3, turn, quality, file);
    }
    if (status == cpict_status_done) {
        status = write_turned_png(rgba, source, turn, limit, file);
    }
    free(rgba);
    return status;
}
