// Picture decoders that scale down while decoding, encoders of JPEG and PNG, and functions that turn
// whole pictures.
//
// libpng reports errors by longjmp, which must not cross a Swift frame, so one C function decodes a
// picture from start to end. The JPEG and WebP libraries are loaded on first use: linking them
// would cost every run some milliseconds, even without pictures. The sources declare the parts of
// their APIs that they use, which have been stable for many years.
#ifndef CPICTURES_H
#define CPICTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum __attribute__((enum_extensibility(closed))) {
    cpict_status_done = 0,
    /// Not enough memory.
    cpict_status_exhausted = 1,
    /// The pixels cannot be decoded, or the size differs from the job's.
    cpict_status_damaged = 2,
    /// The decoder's library is not installed.
    cpict_status_missing_library = 3,
    /// The decoder needs a buffer that exceeds the limit.
    cpict_status_too_large = 4,
    /// The written file exceeds the limit.
    cpict_status_too_many_bytes = 5,
} cpict_status;

/// A picture file in memory, and the buffer for its pixels.
typedef struct {
    const uint8_t *_Nonnull bytes;
    size_t count;
    /// Size in pixels, from the file's header.
    uint32_t width, height;
    /// Target size in pixels: at least 1 × 1, at most the size of the picture.
    uint32_t target_width, target_height;
    /// Buffer for red, green, blue and alpha of each target pixel.
    uint8_t *_Nonnull rgba;
    /// Maximum size of a buffer for the whole picture, in bytes.
    size_t buffer_limit;
} cpict_job;

/// Decodes a PNG, row by row.
cpict_status cpict_decode_png(const cpict_job *_Nonnull job);

/// Decodes a JPEG with libturbojpeg; `has_inks` for cyan, magenta, yellow and black components.
cpict_status cpict_decode_jpeg(const cpict_job *_Nonnull job, bool has_inks);

/// Decodes a still WebP with libwebp.
cpict_status cpict_decode_webp(const cpict_job *_Nonnull job);

/// A file in memory; `cpict_free` releases it.
typedef struct {
    uint8_t *_Nullable bytes;
    size_t count;
    /// Whether libturbojpeg allocated the bytes.
    bool is_from_turbojpeg;
} cpict_file;

/// Turn of a picture, by the values of TJXOP.
typedef enum __attribute__((enum_extensibility(closed))) {
    cpict_turn_none = 0,
    cpict_turn_mirror_horizontally = 1,
    cpict_turn_mirror_vertically = 2,
    cpict_turn_transpose = 3,
    cpict_turn_transverse = 4,
    cpict_turn_quarter = 5,
    cpict_turn_half = 6,
    cpict_turn_three_quarters = 7,
} cpict_turn;

/// Colors of a JPEG, by its number of components.
typedef enum __attribute__((enum_extensibility(closed))) {
    cpict_colors_grey = 1,
    cpict_colors_rgb = 3,
    /// Cyan, magenta, yellow and black.
    cpict_colors_inks = 4,
} cpict_colors;

/// A picture file in memory, and its size in pixels, from its header.
typedef struct {
    const uint8_t *_Nonnull bytes;
    size_t count;
    uint32_t width, height;
} cpict_source;

/// Writes a JPEG again without metadata, turned (clockwise) and without loss.
///
/// `cpict_status_damaged` also if the turn is not possible without loss, because a side that comes
/// first afterwards ends within a block, or if the library cannot transform its sampling.
cpict_status cpict_clean_jpeg(const uint8_t *_Nonnull bytes, size_t count, cpict_turn turn,
                              cpict_file *_Nonnull file);

/// Decodes a JPEG at full size, turns it and writes it as a JPEG of a quality, without metadata and
/// with full color resolution. Grey stays grey, inks become red, green and blue.
///
/// Needs twice the size of the turned pixels, of one or three bytes each, or that size and what the
/// library buffers.
cpict_status cpict_turn_jpeg(const cpict_source *_Nonnull source, cpict_colors colors,
                             cpict_turn turn, int quality, cpict_file *_Nonnull file);

/// Decodes a PNG at full size, turns it and writes it as a PNG of at most `limit` bytes, with 8 bits
/// per sample. Needs four bytes per pixel.
cpict_status cpict_turn_png(const cpict_source *_Nonnull source, cpict_turn turn, size_t limit,
                            cpict_file *_Nonnull file);

/// Decodes a WebP at full size and turns it. One with loss and without transparent pixels is written
/// as by `cpict_turn_jpeg`, another one as by `cpict_turn_png`.
///
/// Needs up to six bytes per pixel; eight for one without loss, which the library buffers within
/// `buffer_limit`.
cpict_status cpict_turn_webp(const cpict_source *_Nonnull source, cpict_turn turn, int quality,
                             size_t buffer_limit, size_t limit, cpict_file *_Nonnull file);

/// Writes pixels as a JPEG with half the color resolution, without their alpha; the quality is 1 to
/// 100.
cpict_status cpict_encode_jpeg(const uint8_t *_Nonnull rgba, uint32_t width, uint32_t height,
                               int quality, cpict_file *_Nonnull file);

/// Releases a file.
void cpict_free(cpict_file *_Nonnull file);

#endif
