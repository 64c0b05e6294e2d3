#define _GNU_SOURCE
#include "CCurl.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

static size_t on_body(char *bytes, size_t size, size_t count, void *user) {
  const ccurl_owner *owner = user;
  return owner->callbacks.body(owner->context, bytes, size * count);
}

static size_t on_header(char *bytes, size_t size, size_t count, void *user) {
  const ccurl_owner *owner = user;
  return owner->callbacks.header(owner->context, bytes, size * count) ? size * count : 0;
}

static curl_socket_t on_open(void *user, curlsocktype purpose, struct curl_sockaddr *to) {
  (void)purpose;
  const ccurl_owner *owner = user;
  const unsigned char *address = NULL;
  if (to->family == AF_INET) {
    address = (const unsigned char *)&((const struct sockaddr_in *)&to->addr)->sin_addr;
  } else if (to->family == AF_INET6) {
    address = (const unsigned char *)&((const struct sockaddr_in6 *)&to->addr)->sin6_addr;
  } else if (to->family != AF_UNIX) {
    return CURL_SOCKET_BAD;
  }
  if (!owner->callbacks.allows(owner->context, to->family, address, false)) return CURL_SOCKET_BAD;
  return socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
}

// Called for a reused connection too, so that what was checked when the socket was opened holds
// for every request.
static int on_before_sending(void *user, char *remote, char *local, int remote_port,
                             int local_port) {
  (void)local;
  (void)remote_port;
  (void)local_port;
  const ccurl_owner *owner = user;
  unsigned char address[16];
  bool allowed;
  if (remote != NULL && inet_pton(AF_INET, remote, address) == 1) {
    allowed = owner->callbacks.allows(owner->context, AF_INET, address, true);
  } else if (remote != NULL && inet_pton(AF_INET6, remote, address) == 1) {
    allowed = owner->callbacks.allows(owner->context, AF_INET6, address, true);
  } else {
    // A UNIX socket has a path here, or nothing.
    allowed = owner->callbacks.allows(owner->context, AF_UNIX, NULL, true);
  }
  return allowed ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

void ccurl_set_owner(CURL *handle, const ccurl_owner *owner) {
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, on_body);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, owner);
  curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, on_header);
  curl_easy_setopt(handle, CURLOPT_HEADERDATA, owner);
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, on_open);
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, owner);
  curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, on_before_sending);
  curl_easy_setopt(handle, CURLOPT_PREREQDATA, owner);
}
