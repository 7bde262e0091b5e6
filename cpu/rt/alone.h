// A kernel without Python: what `host.h` is where there is one. Nobody interrupts a call, nothing is printed.
#pragma once

#include "array.h"

inline bool goes_on() { return true; }

inline bool go_on(Error& error) {
  error.trips = 1 << 30;
  return true;
}
