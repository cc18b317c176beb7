#include "pixels.h"

#include <string.h>

/// zlib header (32 KiB window, fastest level), and the size of the checksum at the end.
enum { zlib_method = 0x78, zlib_flags = 0x01, zlib_sum_bytes = 4 };

/// Bilevel lines repeat byte for byte, so zlib's fastest level without a filter compresses well. A
/// small hash table is cleared faster between images. The stream is raw deflate, because the
/// checksum of repeated lines can be computed faster than zlib does it.
bool pixels_init(pixels *pixels) {
    pixels->stream = (z_stream){0};
    pixels->compressed = (buffer){0};
    int level = 1, window_bits = -15, memory_level = 4;
    return deflateInit2(&pixels->stream, level, Z_DEFLATED, window_bits, memory_level,
                        Z_DEFAULT_STRATEGY) == Z_OK;
}

void pixels_free(pixels *pixels) {
    deflateEnd(&pixels->stream);
    free(pixels->compressed.bytes);
}

uint32_t pixels_side(const cpng_image *image) {
    uint64_t modules = image->side + 2 * (uint64_t)image->quiet_zone;
    uint64_t limit = 8 * (LINE_LIMIT - 1);
    return image->scale > 0 && modules <= limit / image->scale ? modules * image->scale : 0;
}

static size_t line_bytes(const cpng_image *image) {
    return 1 + ((size_t)pixels_side(image) + 7) / 8;
}

/// Writer for runs of pixels; the lowest `count` bits of `bits` are not yet written.
typedef struct {
    uint8_t *next;
    uint64_t bits;
    uint32_t count;
} pen;

static inline void draw(pen *pen, uint64_t pixels, bool light) {
    while (pixels > 0) {
        uint32_t piece = pixels < 32 ? (uint32_t)pixels : 32;
        pixels -= piece;
        pen->bits = pen->bits << piece | (light ? ((uint64_t)1 << piece) - 1 : 0);
        pen->count += piece;
        while (pen->count >= 8) {
            pen->count -= 8;
            *pen->next++ = (uint8_t)(pen->bits >> pen->count);
        }
    }
}

/// Draws a line of pixels through a row of modules, after its filter byte (none).
static void draw_line(uint8_t *line, const cpng_image *image, const uint8_t *row) {
    pen pen = {.next = line};
    *pen.next++ = 0;
    uint64_t quiet = (uint64_t)image->quiet_zone * image->scale;
    draw(&pen, quiet, true);
    for (uint32_t x = 0; x < image->side; x++) {
        draw(&pen, image->scale, !(row[x / 8] >> (7 - x % 8) & 1));
    }
    draw(&pen, quiet, true);
    draw(&pen, (8 - pen.count) % 8, true);
}

static void draw_light_line(uint8_t *line, const cpng_image *image) {
    memset(line, 0xFF, line_bytes(image));
    line[0] = 0;
}

/// Compresses the first `count` bytes of the lines; returns false if there is not enough memory.
static bool deflate_lines(pixels *pixels, size_t count, int flush) {
    z_stream *stream = &pixels->stream;
    buffer *compressed = &pixels->compressed;
    stream->next_in = pixels->lines;
    stream->avail_in = (uInt)count;
    do {
        if (!buffer_reserve(compressed, 4096)) {
            return false;
        }
        uInt room = (uInt)(compressed->capacity - compressed->count);
        stream->next_out = compressed->bytes + compressed->count;
        stream->avail_out = room;
        deflate(stream, flush);
        compressed->count += room - stream->avail_out;
    } while (stream->avail_out == 0);
    return true;
}

/// Adds the first line to the checksum `repeats` times, by doubling.
static void add_to_sum(pixels *pixels, size_t bytes, uint64_t repeats) {
    uLong lines = adler32(adler32(0, NULL, 0), pixels->lines, (uInt)bytes);
    for (z_off_t count = (z_off_t)bytes; repeats > 0; repeats /= 2, count *= 2) {
        if (repeats % 2 == 1) {
            pixels->sum = adler32_combine(pixels->sum, lines, count);
        }
        lines = adler32_combine(lines, lines, count);
    }
}

/// Compresses the first line `repeats` times.
static bool deflate_line(pixels *pixels, size_t bytes, uint64_t repeats) {
    add_to_sum(pixels, bytes, repeats);
    uint64_t most = LINE_LIMIT / bytes;
    uint64_t lines = repeats < most ? repeats : most;
    for (uint64_t copy = 1; copy < lines; copy++) {
        memcpy(pixels->lines + copy * bytes, pixels->lines, bytes);
    }
    while (repeats > 0) {
        uint64_t count = repeats < lines ? repeats : lines;
        if (!deflate_lines(pixels, count * bytes, Z_NO_FLUSH)) {
            return false;
        }
        repeats -= count;
    }
    return true;
}

/// Starts the next image; returns false if there is not enough memory.
static bool begin(pixels *pixels) {
    deflateReset(&pixels->stream);
    // The fastest level, but with an insert length of 5 instead of 4: output is 5 % smaller.
    int good_length = 4, insert_length = 5, nice_length = 8, chain_length = 4;
    deflateTune(&pixels->stream, good_length, insert_length, nice_length, chain_length);
    pixels->sum = adler32(0, NULL, 0);
    pixels->compressed.count = 0;
    if (!buffer_reserve(&pixels->compressed, 2)) {
        return false;
    }
    pixels->compressed.bytes[0] = zlib_method;
    pixels->compressed.bytes[1] = zlib_flags;
    pixels->compressed.count = 2;
    return true;
}

static bool end(pixels *pixels) {
    buffer *compressed = &pixels->compressed;
    if (!deflate_lines(pixels, 0, Z_FINISH) || !buffer_reserve(compressed, zlib_sum_bytes)) {
        return false;
    }
    for (int shift = 24; shift >= 0; shift -= 8) {
        compressed->bytes[compressed->count++] = (uint8_t)(pixels->sum >> shift);
    }
    return true;
}

bool pixels_compress(pixels *pixels, const cpng_image *image) {
    size_t bytes = line_bytes(image), row_bytes = ((size_t)image->side + 7) / 8;
    uint64_t quiet = (uint64_t)image->quiet_zone * image->scale;
    bool done = begin(pixels);
    draw_light_line(pixels->lines, image);
    done = done && deflate_line(pixels, bytes, quiet);
    for (uint32_t y = 0; done && y < image->side; y++) {
        draw_line(pixels->lines, image, image->modules + y * row_bytes);
        done = deflate_line(pixels, bytes, image->scale);
    }
    draw_light_line(pixels->lines, image);
    return done && deflate_line(pixels, bytes, quiet) && end(pixels);
}
