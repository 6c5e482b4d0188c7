// Scenes as the golden files have them.
#pragma once

#include "json.hpp"
#include "support.hpp"

namespace self_attention::testing {

// A row of numbers, rows of numbers.
Row row_of(const Json& json);
Rows rows_of(const Json& json);
// Of any depth, one after the other, as they are written.
std::vector<std::string> prints_of(const Json& json);

// The scene that a document says. Every key must be one it knows.
Scene scene_of(const Json& json);

// The word that a scene has for a mistake; "" for none.
Mistake mistake_of(std::string_view name);
std::string name_of(Mistake mistake);

}  // namespace self_attention::testing
