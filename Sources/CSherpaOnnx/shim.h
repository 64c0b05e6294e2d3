// The functions are looked up at run time (dlopen), so nothing is linked here.
#include "c-api.h"
