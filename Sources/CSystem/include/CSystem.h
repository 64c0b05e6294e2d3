#pragma once
#include "events.h"
