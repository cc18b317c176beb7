// Commit that the program is built from.
//
// In C, because a new commit then compiles one short file and links, and no Swift module.
#ifndef CCOMMIT_H
#define CCOMMIT_H

/// Returns the first digits of the commit, with a "+" if files were changed after it; an empty string
/// if it is unknown.
const char *_Nonnull ccommit_name(void);

#endif
