// The header needs to know that the library is shared; pkg-config flags would be refused by SwiftPM.
#define KISS_FFT_SHARED 1
#include <kissfft/kiss_fft.h>
#include <kissfft/kiss_fftr.h>
