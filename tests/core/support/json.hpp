// Reads the golden files, which the Node tests read too. Trusted files only: what it does not know, it stops at.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace self_attention::testing {

// A value of JSON: `text` holds a string's or a number's own characters.
struct Json {
  std::string text;
  std::vector<Json> items;
  std::map<std::string, Json, std::less<>> members;

  // The member of that name; the test ends here when there is none.
  const Json& operator[](std::string_view name) const;
  bool has(std::string_view name) const { return members.contains(name); }
  double number() const;
};

Json read_json(const std::string& file);

}  // namespace self_attention::testing
