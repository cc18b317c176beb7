#include "CPNG.h"

#include "calls.h"
#include "pixels.h"

#include <setjmp.h>

struct cpng_writer {
    pixels pixels;
    png_call call;
    /// Result of the last image.
    cpng_status status;
};

cpng_writer *cpng_writer_new(void) {
    cpng_writer *writer = malloc(sizeof(cpng_writer));
    if (writer && !pixels_init(&writer->pixels)) {
        free(writer);
        return NULL;
    }
    if (writer) {
        writer->call = (png_call){.limit = SIZE_MAX};
    }
    return writer;
}

void cpng_writer_free(cpng_writer *writer) {
    pixels_free(&writer->pixels);
    free(writer->call.file.bytes);
    free(writer);
}

static void set_header(png_structp png, png_infop info, const cpng_image *image) {
    uint32_t side = pixels_side(image);
    png_set_IHDR(png, info, side, side, 1,
                 image->colors ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (image->colors) {
        const uint8_t *dark = image->colors, *light = image->colors + 3;
        png_color palette[] = {{dark[0], dark[1], dark[2]}, {light[0], light[1], light[2]}};
        png_set_PLTE(png, info, palette, 2);
    }
    if (image->dots_per_metre > 0) {
        png_set_pHYs(png, info, image->dots_per_metre, image->dots_per_metre,
                     PNG_RESOLUTION_METER);
    }
}

/// Writes the file with the compressed pixels as one chunk. If libpng got them line by line, it
/// would set up its own compressor for every image.
///
/// libpng may leave this function by longjmp, so it allocates nothing and changes only what the
/// caller's pointers refer to.
static void write_file(png_structp png, png_infop info, const cpng_image *image,
                       cpng_writer *writer) {
    if (setjmp(png_jmpbuf(png))) {
        return;
    }
    set_header(png, info, image);
    png_write_info(png, info);
    if (!pixels_compress(&writer->pixels, image)) {
        writer->status = cpng_status_exhausted;
        return;
    }
    const buffer *compressed = &writer->pixels.compressed;
    png_write_chunk(png, (png_const_bytep) "IDAT", compressed->bytes, compressed->count);
    png_write_chunk(png, (png_const_bytep) "IEND", NULL, 0);
    writer->status = cpng_status_done;
}

cpng_status cpng_write(cpng_writer *writer, const cpng_image *image, cpng_file *file) {
    writer->status = cpng_status_refused;
    writer->call.file.count = 0;
    writer->call.is_exhausted = false;
    png_structp png = png_call_writer(&writer->call);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (info) {
        write_file(png, info, image, writer);
    }
    png_destroy_write_struct(&png, &info);
    const buffer *written = &writer->call.file;
    if (writer->status == cpng_status_done) {
        *file = (cpng_file){.bytes = written->bytes, .count = written->count};
    } else if (writer->call.is_exhausted) {
        writer->status = cpng_status_exhausted;
    }
    return writer->status;
}
