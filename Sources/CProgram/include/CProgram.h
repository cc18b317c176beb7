// The program's commit, packages and arguments.
//
// The commit and the versions of packages are in C, because new ones then compile one short file and link, and no Swift
// module.
// The arguments are, because Swift reads them from /proc on Linux, which a chroot may lack.
#ifndef CPROGRAM_H
#define CPROGRAM_H

/// Returns the first digits of the commit, with a "+" if files were changed after it; an empty string
/// if it is unknown.
const char *_Nonnull cprogram_commit(void);

/// Returns the Swift packages that the client links, as "name=version,name=version"; an empty string if they are unknown.
const char *_Nonnull cprogram_packages(void);

/// Returns the Swift packages that the server links, in the same form.
const char *_Nonnull cprogram_server_packages(void);

/// Returns the number of arguments, including the name of the program.
int cprogram_argument_count(void);

/// Returns an argument; 0 is the name of the program.
const char *_Nonnull cprogram_argument(int index);

/// Receives a library: its path as the program names it, the path of its file, and the version that it reports, if any.
typedef void (*cprogram_visit)(const char *_Nonnull path, const char *_Nonnull file, const char *_Nullable version,
                               void *_Nullable context);

/// Visits the shared libraries in this process.
void cprogram_visit_libraries(cprogram_visit _Nonnull visit, void *_Nullable context);

#endif
