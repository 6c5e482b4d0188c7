// What a call is made of, as web/core/pack.ts writes it: numbers in one array, tensors in another, texts in one text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "attention.hpp"

namespace self_attention {

// What is asked, in the order of web/core/door.ts: of scenes, then of tensors alone (calls.hpp).
enum class Ask : int {
  said,
  update,
  refresh,
  read,
  overview,
  computed,
  row_sums,
  variance,
  score_variances,
  bytes,
  describe,
  room,
  attention,
  result,
  prepare,
  reserve,
  attend
};

// Reads the numbers of a call one after another.
class Numbers {
 public:
  explicit Numbers(const std::vector<double>& numbers) : next_(numbers.data()) {}

  // Out of line, as the others: each is called for every field of a scene.
  double number();
  std::size_t count();
  bool yes();
  // Of an enumeration: its place in the list of names there, which is the order of the values here.
  template <class Enumeration>
  Enumeration choice() {
    return static_cast<Enumeration>(count());
  }
  // As many texts as are said, each as many bytes of what is left of `text` as are said.
  std::vector<std::string> texts(std::string_view& text);
  // Two numbers: whether there is one, and which.
  std::optional<double> maybe();

 private:
  const double* next_;
};

// Reads the tensors of a scene one after another: rows, columns and the numbers of each. Absent ones have 0 columns.
// Remembers where the numbers of each stand, so that others can follow them.
class Tensors {
 public:
  explicit Tensors(const std::vector<float>& numbers) : numbers_(numbers) {}

  void matrix(Tensor& tensor, bool vector = false);

  // Of every tensor, from where they stand in `numbers`.
  void fill(const std::vector<float>& numbers) const;

 private:
  struct Place {
    Tensor* tensor;
    std::size_t from;
  };

  const std::vector<float>& numbers_;
  std::size_t next_ = 0;
  std::vector<Place> places_;
};

// The scene but for its tokens and names, in the order that it is written.
void read_scene(Numbers& in, Tensors& tensors, Scene& scene);

}  // namespace self_attention
