// The functions are looked up at run time (dlopen), so nothing is linked here.
#include "onnxruntime_c_api.h"
