#pragma once
#include "children.h"
#include "events.h"
#include "terminal.h"
