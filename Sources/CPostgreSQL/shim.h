#ifndef CPOSTGRESQL_SHIM_H
#define CPOSTGRESQL_SHIM_H

#include <libpq-fe.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#endif
