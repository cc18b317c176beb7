// What a plain program does that writes many QR codes: the mark for `fleet labels`.
#ifndef LABEL_BASELINE_H
#define LABEL_BASELINE_H

/// Writes every line of a file as a QR code of level M, one bit a pixel, 8 pixels a module, 4 modules
/// of quiet zone, into `folder`, numbered, with libqrencode and libpng as their manuals say.
///
/// The folder is there and empty. Returns 0, or 1 after saying on stderr what failed.
int label_baseline(const char *ids, const char *folder, int threads);

#endif
