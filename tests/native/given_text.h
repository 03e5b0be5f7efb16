// Values as they come from a URL: text, read as a number where it is one (JavaScript's reader does that on a page).
#pragma once
#include <cmath>
#include <cstdlib>
#include <string>

#include "core/read_params.h"

namespace companion {

inline Given givenText(const std::string& text) {
  char* end = nullptr;
  const double read = spellsDecimal(text) ? std::strtod(text.c_str(), &end) : NAN;
  return {text, end && *end == '\0' ? read : NAN};
}

}  // namespace companion
