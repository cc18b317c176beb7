// Regular expressions of RE2, for callers in C and Swift.
//
// RE2 searches in time linear in the text, whatever the pattern, and within a fixed amount of memory
// (https://github.com/google/re2/wiki/WhyRE2). Text is UTF-8. No function throws.
#ifndef CRE2_H
#define CRE2_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A compiled pattern; it may be used from several threads at once.
typedef struct cre2_pattern cre2_pattern;

/// Compiles a pattern. Returns null if there is not enough memory.
cre2_pattern *cre2_pattern_new(const char *text, size_t length);

void cre2_pattern_free(cre2_pattern *pattern);

/// Returns the reason why a pattern is invalid; null if it is valid.
const char *cre2_pattern_error(const cre2_pattern *pattern);

/// Gets the range of the first group, or of the whole match of a pattern without groups, in the
/// first match. Returns false without a match, or if it does not include the group.
bool cre2_find(
    const cre2_pattern *pattern, const char *text, size_t length, size_t *start, size_t *end);

#ifdef __cplusplus
}
#endif

#endif
