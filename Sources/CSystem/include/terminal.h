#pragma once
#include <stdbool.h>

/// Takes the terminal behind `descriptor` for a program that shows what is typed itself: keys come one
/// by one and are not echoed. Ctrl-C and its like still send their signals, and lose nothing typed.
///
/// However the program ends, short of being killed without warning, the terminal is as it was before;
/// while it is stopped (Ctrl-Z) too. Only one terminal can be taken. Returns 0, or an errno value.
int csystem_take_terminal(int descriptor);

/// Gives it back; does nothing when none is taken. May be called from a signal handler.
void csystem_give_terminal_back(void);

/// The columns of the terminal behind `descriptor`, or 0 when that is not known.
int csystem_terminal_columns(int descriptor);

/// How many columns of a terminal the character takes: 0, 1 or 2; -1 for one that is not printed.
/// Asks the C library with the rules of Unicode, whatever the locale of the program is.
int csystem_columns(unsigned int character);
