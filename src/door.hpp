// What JavaScript asks the core, in memory that both sides see. Embind is not here (bindings.cpp), decisions are not
// either.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "attention.hpp"
#include "live.hpp"
#include "multi_head_attention.hpp"
#include "reading.hpp"

namespace self_attention {

// What is asked of the door, in the order of web/core/door.ts.
enum class Ask : int {
  update,
  refresh,
  read,
  overview,
  computed,
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

// Memory that both sides see, and a trace or a layer: JavaScript writes what it asks with into `numbers`, `floats` and
// a text, asks, and reads the answer from `window`, `numbers` or the text. Views of it are handed out once; they stay
// good until more is asked for or the heap grows.
class Door {
 public:
  std::vector<double>& numbers() { return numbers_; }
  std::vector<float>& floats() { return floats_; }
  std::vector<float>& window() { return window_; }
  // What was last asked for by `result`; of the layer, JavaScript writes and reads it where it is.
  std::span<const float> shown() const { return shown_; }

  void say(const std::string& text) { text_ = text; }
  // After a refusal: its code, path and message, a line each.
  std::string said() const;

  // A number from 0, or 1 where it only had to be done; −1: refused.
  double ask(int what);

 private:
  double answered(Ask what);
  // The scene that was written. Of the tokens of the scene before, so many stay at the beginning and at the end.
  void update(Numbers& in);
  // The same scene with the tensors that were written.
  void refresh(bool lazy);
  // To the window: rows and columns of some heads.
  void read(Numbers& in);
  // To the window: means, maxima, shares of hidden cells.
  void overview(Numbers& in);
  // A line a tensor, steps first, a form feed behind each list: name, layer, axes, extents, formula. Then the symbols'
  // names; their values are the numbers.
  double describe();
  // That are kept.
  double bytes() const;
  // scaled_dot_product_attention of the tensors that were written, one behind the other.
  void attend(Numbers& in);
  // Output, weights, what is kept of the attention; then input, output and weights of the layer.
  void show(std::size_t place);
  // A layer of the projections that were written.
  void prepare(Numbers& in);
  // Steps first, then parameters.
  Traced& traced(std::size_t place);

  Live live_;
  std::vector<double> numbers_;
  // `before_`: of the scene that the trace is of.
  std::vector<float> floats_, before_, window_;
  std::string text_;
  std::optional<Tensors> tensors_;
  AttentionResult result_;
  MultiHeadAttention layer_;
  std::span<const float> shown_;
  Check error_ = nullptr;
};

}  // namespace self_attention
