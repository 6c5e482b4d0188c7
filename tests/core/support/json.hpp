// Reads the golden files, which the Node tests read as well. The files are trusted: the program stops at anything else.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace self_attention::testing {

// A JSON value. `text` holds the characters of a string or number.
struct Json {
  std::string text;
  std::vector<Json> items;
  std::map<std::string, Json, std::less<>> members;

  // The member of that name. The test ends here if it is missing.
  const Json& operator[](std::string_view name) const;
  bool has(std::string_view name) const { return members.contains(name); }
  double number() const;
};

Json read_json(const std::string& file);

}  // namespace self_attention::testing
