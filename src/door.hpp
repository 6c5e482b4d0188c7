// What JavaScript asks the core, in memory that both sides see. Embind is not here (bindings.cpp), decisions are not
// either.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "attention.hpp"
#include "calls.hpp"
#include "reading.hpp"
#include "session.hpp"

namespace self_attention {

// Memory that both sides see, and a trace: JavaScript writes what it asks with into `numbers`, `floats` and `text`,
// asks, and reads the answer from `window`, `numbers` or `text`, or where it is shown.
class Door {
 public:
  // In the order of web/core/door.ts.
  enum class Memory : int { numbers, floats, window, text, shown };

  // Where it is, with room for so many. It stays there until more is asked for.
  const void* memory(Memory which, std::size_t count);

  // A number from 0, or 1 where it only had to be done; −1: refused, and `said` makes a text of its code, path and
  // message, a line each.
  double ask(Ask what);

 private:
  double answered(Ask what);
  // The scene that was written. Of the tokens of the scene before, so many stay at the beginning and at the end.
  void update(Numbers& in);
  // The same scene with the tensors that were written.
  void refresh(bool lazy);
  // The numbers that were written are those of the trace.
  void keep();
  // To the window: rows and columns of some heads.
  void read(Numbers& in);
  // To the window: means, maxima, shares of hidden cells.
  void overview(Numbers& in);
  // A line a tensor, steps first, a form feed behind each list: name, layer, axes, extents, formula. Then the symbols'
  // names; their values are the numbers.
  double describe();
  // The length of the text; of what was wrong, where something was.
  double said();
  // That are kept.
  double bytes() const;
  // Steps first, then parameters.
  TraceTensor& traced(std::size_t place);

  Session live_;
  std::vector<double> numbers_;
  // `before_`: of the scene that the trace is of.
  std::vector<float> floats_, before_, window_;
  std::string text_;
  std::optional<Tensors> tensors_;
  std::unique_ptr<Calls> calls_ = new_calls();
  Check error_;
};

}  // namespace self_attention
