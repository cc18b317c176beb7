// Plain program that writes many QR codes: the baseline for `fleet labels`.
#ifndef LABEL_BASELINE_H
#define LABEL_BASELINE_H

/// Writes every line of a file as a numbered QR code image to `folder`, which must exist and be
/// empty, with libqrencode and libpng used as documented.
///
/// The images have error correction level M, 1 bit per pixel, 8 pixels per module and a quiet zone
/// of 4 modules. Returns 0, or 1 after printing the error to stderr.
int label_baseline(const char *ids, const char *folder, int threads);

#endif
