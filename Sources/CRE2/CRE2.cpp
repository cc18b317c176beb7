#include "CRE2.h"

#include <new>

#include <re2/re2.h>
#include <re2/stringpiece.h>

struct cre2_pattern {
    RE2 expression;

    cre2_pattern(const char *text, size_t length)
        : expression(re2::StringPiece(text, length), RE2::Quiet) {}
};

cre2_pattern *cre2_pattern_new(const char *text, size_t length) {
    try {
        return new cre2_pattern(text, length);
    } catch (...) {
        // Only the allocator throws.
        return nullptr;
    }
}

void cre2_pattern_free(cre2_pattern *pattern) {
    delete pattern;
}

const char *cre2_pattern_error(const cre2_pattern *pattern) {
    return pattern->expression.ok() ? nullptr : pattern->expression.error().c_str();
}

bool cre2_find(
    const cre2_pattern *pattern, const char *text, size_t length, size_t *start, size_t *end) {
    const RE2 &expression = pattern->expression;
    int group = expression.NumberOfCapturingGroups() > 0 ? 1 : 0;
    re2::StringPiece found[2];
    try {
        re2::StringPiece searched(text, length);
        if (!expression.Match(searched, 0, length, RE2::UNANCHORED, found, group + 1)) {
            return false;
        }
    } catch (...) {
        return false;
    }
    // A group that does not take part in the match has no address, unlike an empty one.
    if (!found[group].data()) { return false; }
    *start = size_t(found[group].data() - text);
    *end = *start + found[group].size();
    return true;
}
