// Where each of many texts stands in a list, found in one look: sentences are thousands of tokens long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace self_attention {

class Words {
 public:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  Words() : slots_(16) {}
  explicit Words(const std::vector<std::string>& texts);

  // Its place; `none` where there is no such text. Of equal ones the first.
  std::size_t find(const std::string& text) const { return slots_[slot_of(text)] - 1; }
  // Whether the text was new. Texts are not copied and stay where they are.
  bool add(const std::string& text);
  std::size_t size() const { return texts_.size(); }

 private:
  // The text's own slot, or the empty one where it belongs.
  std::size_t slot_of(const std::string& text) const;

  std::vector<const std::string*> texts_;
  // Open addressing: a place plus 1, or 0; at least half of them empty, a power of 2 of them.
  std::vector<std::size_t> slots_;
};

}  // namespace self_attention
