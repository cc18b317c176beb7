// The client library of CUPS, libcups.
//
// The library is loaded on first use: linking it would cost every run some milliseconds. The types
// and functions in use are declared here as in cups/cups.h and cups/ipp.h
// (https://www.cups.org/doc/cupspm.html); they have been stable since version 1.7.
#ifndef CCUPS_H
#define CCUPS_H

#include <stddef.h>

/// A connection; null for the one of the thread to the server of the system.
typedef struct _http_s http_t;
/// A request or response of IPP.
typedef struct _ipp_s ipp_t;
typedef struct _ipp_attribute_s ipp_attribute_t;
/// What a queue has.
typedef struct _cups_dinfo_s cups_dinfo_t;

/// An option of a job or queue.
typedef struct cups_option_s {
    char *_Nullable name;
    char *_Nullable value;
} cups_option_t;

/// A queue.
typedef struct cups_dest_s {
    char *_Nullable name;
    char *_Nullable instance;
    int is_default;
    int num_options;
    cups_option_t *_Nullable options;
} cups_dest_t;

/// A medium; its dimensions are hundredths of a millimetre.
typedef struct cups_size_s {
    char media[128];
    int width, length;
    int bottom, left, right, top;
} cups_size_t;

/// Values of http_status_t, ipp_status_t, ipp_op_t, ipp_tag_t and of the flags for media.
enum {
    ccups_continue = 100,
    ccups_last_success = 0x00ff,
    ccups_not_found = 0x0406,
    ccups_service_unavailable = 0x0502,
    ccups_internal_error = 0x0500,
    ccups_get_job_attributes = 0x0009,
    ccups_operation_tag = 0x01,
    ccups_zero_tag = 0x00,
    ccups_name_tag = 0x42,
    ccups_keyword_tag = 0x44,
    ccups_uri_tag = 0x45,
    ccups_default_media = 0x00,
};

/// The functions of the library.
typedef struct {
    int (*_Nonnull cupsGetDests2)(http_t *_Nullable, cups_dest_t *_Nullable *_Nonnull queues);
    cups_dest_t *_Nullable (*_Nonnull cupsGetNamedDest)(http_t *_Nullable, const char *_Nonnull name,
                                                        const char *_Nullable instance);
    void (*_Nonnull cupsFreeDests)(int count, cups_dest_t *_Nullable);
    const char *_Nullable (*_Nonnull cupsGetOption)(const char *_Nonnull name, int count,
                                                    cups_option_t *_Nullable);
    int (*_Nonnull cupsAddOption)(const char *_Nonnull name, const char *_Nonnull value, int count,
                                  cups_option_t *_Nullable *_Nonnull);
    void (*_Nonnull cupsFreeOptions)(int count, cups_option_t *_Nullable);

    cups_dinfo_t *_Nullable (*_Nonnull cupsCopyDestInfo)(http_t *_Nullable, cups_dest_t *_Nonnull);
    void (*_Nonnull cupsFreeDestInfo)(cups_dinfo_t *_Nullable);
    int (*_Nonnull cupsGetDestMediaCount)(http_t *_Nullable, cups_dest_t *_Nonnull,
                                          cups_dinfo_t *_Nonnull, unsigned flags);
    int (*_Nonnull cupsGetDestMediaByIndex)(http_t *_Nullable, cups_dest_t *_Nonnull,
                                            cups_dinfo_t *_Nonnull, int index, unsigned flags,
                                            cups_size_t *_Nonnull);
    int (*_Nonnull cupsGetDestMediaBySize)(http_t *_Nullable, cups_dest_t *_Nonnull,
                                           cups_dinfo_t *_Nonnull, int width, int length,
                                           unsigned flags, cups_size_t *_Nonnull);

    int (*_Nonnull cupsCreateJob)(http_t *_Nullable, const char *_Nonnull queue,
                                  const char *_Nonnull title, int count, cups_option_t *_Nullable);
    int (*_Nonnull cupsStartDocument)(http_t *_Nullable, const char *_Nonnull queue, int job,
                                      const char *_Nonnull name, const char *_Nonnull format,
                                      int is_last);
    int (*_Nonnull cupsWriteRequestData)(http_t *_Nullable, const char *_Nonnull bytes,
                                         size_t count);
    int (*_Nonnull cupsFinishDocument)(http_t *_Nullable, const char *_Nonnull queue);
    int (*_Nonnull cupsCancelJob2)(http_t *_Nullable, const char *_Nonnull queue, int job,
                                   int purge);
    const char *_Nullable (*_Nonnull cupsUser)(void);
    int (*_Nonnull cupsLastError)(void);
    const char *_Nullable (*_Nonnull cupsLastErrorString)(void);

    ipp_t *_Nullable (*_Nonnull ippNewRequest)(int operation);
    ipp_attribute_t *_Nullable (*_Nonnull ippAddString)(ipp_t *_Nonnull, int group, int value_tag,
                                                        const char *_Nonnull name,
                                                        const char *_Nullable language,
                                                        const char *_Nonnull value);
    /// Sends a request, which it frees.
    ipp_t *_Nullable (*_Nonnull cupsDoRequest)(http_t *_Nullable, ipp_t *_Nonnull,
                                               const char *_Nonnull resource);
    void (*_Nonnull ippDelete)(ipp_t *_Nullable);
    ipp_attribute_t *_Nullable (*_Nonnull ippFindAttribute)(ipp_t *_Nonnull,
                                                            const char *_Nonnull name, int type);
    int (*_Nonnull ippGetCount)(ipp_attribute_t *_Nonnull);
    int (*_Nonnull ippGetInteger)(ipp_attribute_t *_Nonnull, int element);
    const char *_Nullable (*_Nonnull ippGetString)(ipp_attribute_t *_Nonnull, int element,
                                                   const char *_Nullable *_Nullable language);
} ccups_functions;

/// Returns the functions, or null if the library is missing; the first call loads it. Thread-safe.
const ccups_functions *_Nullable ccups_load(void);

#endif
