#include "LabelBaseline.h"

#include <png.h>
#include <pthread.h>
#include <qrencode.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { scale = 8, quiet_zone = 4, dots_per_metre = 11811, batch_size = 50, name_size = 4096 };

/// State shared by the threads: the payloads, and the index of the next one to encode.
typedef struct {
    char **payloads;
    int count;
    const char *folder;
    atomic_int next;
    atomic_bool failed;
} job;

/// Growing buffer for one file.
typedef struct {
    unsigned char *bytes;
    size_t count, capacity;
} image;

static void append(png_structp png, png_bytep data, size_t count) {
    image *image = png_get_io_ptr(png);
    if (image->count + count > image->capacity) {
        image->capacity = 2 * (image->count + count);
        image->bytes = realloc(image->bytes, image->capacity);
        if (!image->bytes) {
            png_error(png, "out of memory");
        }
    }
    memcpy(image->bytes + image->count, data, count);
    image->count += count;
}

static void flush(png_structp png) {
    (void)png;
}

static void light_rows(png_structp png, png_bytep row, size_t bytes, int count) {
    memset(row, 0xFF, bytes);
    for (int i = 0; i < count; i++) {
        png_write_row(png, row);
    }
}

/// Writes a row of modules as `scale` rows of pixels.
static void module_rows(png_structp png, png_bytep row, size_t bytes, const unsigned char *modules,
                        int count) {
    memset(row, 0xFF, bytes);
    for (int x = 0; x < count; x++) {
        int first = (quiet_zone + x) * scale;
        for (int pixel = first; modules[x] & 1 && pixel < first + scale; pixel++) {
            row[pixel / 8] &= ~(0x80 >> pixel % 8);
        }
    }
    for (int i = 0; i < scale; i++) {
        png_write_row(png, row);
    }
}

/// Returns false if libpng reported an error by longjmp.
static bool draw(png_structp png, png_infop info, const QRcode *code, image *image) {
    if (setjmp(png_jmpbuf(png))) {
        return false;
    }
    int side = (code->width + 2 * quiet_zone) * scale;
    size_t bytes = ((size_t)side + 7) / 8;
    unsigned char row[(177 + 2 * quiet_zone) * scale / 8 + 1];
    image->count = 0;
    png_set_write_fn(png, image, append, flush);
    png_set_IHDR(png, info, side, side, 1, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_pHYs(png, info, dots_per_metre, dots_per_metre, PNG_RESOLUTION_METER);
    png_set_compression_level(png, 1);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_write_info(png, info);
    light_rows(png, row, bytes, quiet_zone * scale);
    for (int y = 0; y < code->width; y++) {
        module_rows(png, row, bytes, code->data + y * code->width, code->width);
    }
    light_rows(png, row, bytes, quiet_zone * scale);
    png_write_end(png, info);
    return true;
}

static bool save(const image *image, const char *folder, int number) {
    char name[name_size];
    snprintf(name, sizeof name, "%s/%06d.png", folder, number);
    FILE *file = fopen(name, "wb");
    if (!file) {
        perror(name);
        return false;
    }
    setvbuf(file, NULL, _IONBF, 0);
    bool written = fwrite(image->bytes, 1, image->count, file) == image->count;
    return fclose(file) == 0 && written;
}

static bool write_qr_code(const char *payload, const char *folder, int number, image *image) {
    QRcode *code = QRcode_encodeString(payload, 0, QR_ECLEVEL_M, QR_MODE_8, 1);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    bool drawn = code && info && draw(png, info, code, image);
    png_destroy_write_struct(&png, &info);
    QRcode_free(code);
    return drawn && save(image, folder, number);
}

static void *work(void *argument) {
    job *job = argument;
    image image = {0};
    int first;
    while ((first = atomic_fetch_add(&job->next, batch_size)) < job->count) {
        for (int i = first; i < first + batch_size && i < job->count; i++) {
            if (!write_qr_code(job->payloads[i], job->folder, i, &image)) {
                fprintf(stderr, "payload %d: cannot write the image\n", i);
                atomic_store(&job->failed, true);
            }
        }
    }
    free(image.bytes);
    return NULL;
}

static bool read_lines(const char *path, job *job) {
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        return false;
    }
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, file) > 0) {
        line[strcspn(line, "\n")] = 0;
        job->payloads = realloc(job->payloads, (job->count + 1) * sizeof *job->payloads);
        job->payloads[job->count++] = strdup(line);
    }
    free(line);
    fclose(file);
    return true;
}

int label_baseline(const char *ids, const char *folder, int threads) {
    job job = {.folder = folder};
    if (!read_lines(ids, &job)) {
        return 1;
    }
    pthread_t workers[threads];
    for (int i = 0; i < threads; i++) {
        pthread_create(&workers[i], NULL, work, &job);
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(workers[i], NULL);
    }
    return job.failed;
}
