#include <speex/speex_echo.h>
#include <speex/speex_resampler.h>
