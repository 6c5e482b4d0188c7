// Scenes in the golden files.
#pragma once

#include "json.hpp"
#include "support.hpp"

namespace self_attention::testing {

// A row of numbers, rows of numbers.
Row row_of(const Json& json);
Rows rows_of(const Json& json);
// The numbers of nested arrays of any depth, in their order.
std::vector<std::string> prints_of(const Json& json);

// The scene of a document. Every key must be known.
Scene scene_of(const Json& json);

// The name of a mistake in scenes; "" for none.
Mistake mistake_of(std::string_view name);
std::string name_of(Mistake mistake);

}  // namespace self_attention::testing
