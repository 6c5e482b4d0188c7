#include "words.hpp"

#include "random.hpp"

namespace self_attention {

Words::Words(const std::vector<std::string>& texts) : Words() {
  for (const std::string& text : texts) {
    // One that is there keeps its place in the list, and is never found.
    if (!add(text)) texts_.push_back(&text);
  }
}

std::size_t Words::slot_of(const std::string& text) const {
  const std::size_t last = slots_.size() - 1;
  auto slot = static_cast<std::size_t>(stream_of(text)) & last;
  while (slots_[slot] != 0 && *texts_[slots_[slot] - 1] != text) slot = (slot + 1) & last;
  return slot;
}

bool Words::add(const std::string& text) {
  const std::size_t slot = slot_of(text);
  if (slots_[slot] != 0) return false;
  texts_.push_back(&text);
  slots_[slot] = texts_.size();
  if (2 * texts_.size() < slots_.size()) return true;
  slots_ = std::vector<std::size_t>(2 * slots_.size());
  for (std::size_t place = texts_.size(); place > 0; --place) slots_[slot_of(*texts_[place - 1])] = place;
  return true;
}

}  // namespace self_attention
