#pragma once
#include <curl/curl.h>
#include <stdbool.h>

// libcurl sets options and reads facts through functions with variable arguments, which Swift
// can't call, and hands socket addresses over in unions, which Swift reads badly. Nothing else is
// here.

/// What a transfer tells its owner. Every call happens inside curl_multi_perform and
/// curl_easy_pause, on the thread that calls them.
typedef struct {
  /// Bytes of the body. Returns `length` to go on, CURL_WRITEFUNC_PAUSE to be given the same bytes
  /// again later, anything else to stop.
  size_t (*body)(void *context, const char *bytes, size_t length);
  /// One line of the head with its line end. Returns false to stop.
  bool (*header)(void *context, const char *bytes, size_t length);
  /// Whether a socket may be opened to this address, and again whether a request may be sent over
  /// it. `address` has 4 or 16 bytes as `family` says; it is NULL for a UNIX socket.
  bool (*allows)(void *context, int family, const unsigned char *address, bool before_sending);
} ccurl_callbacks;

/// The callbacks of a transfer and what they are called with. It has to outlive the handle.
typedef struct {
  ccurl_callbacks callbacks;
  void *context;
} ccurl_owner;

void ccurl_set_owner(CURL *handle, const ccurl_owner *owner);

static inline CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_get_long(CURL *handle, CURLINFO fact, long *value) {
  return curl_easy_getinfo(handle, fact, value);
}
static inline CURLcode ccurl_get_size(CURL *handle, CURLINFO fact, curl_off_t *value) {
  return curl_easy_getinfo(handle, fact, value);
}
static inline CURLcode ccurl_get_socket(CURL *handle, CURLINFO fact, curl_socket_t *value) {
  return curl_easy_getinfo(handle, fact, value);
}
static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}
