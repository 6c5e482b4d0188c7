// An operation of the pipeline, described as a whole: its name, its shape, its formula, how it is computed and how it
// is differentiated. Each file of src/steps makes its own; src/attend.cpp and src/layer.cpp put them in their places.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>

#include "../error.hpp"
#include "../kernels/kernels.hpp"
#include "../tensor.hpp"

namespace self_attention {

using kernels::Span;

class Evaluator;
struct Backward;
struct BackwardFormula;
struct RowBlock;
struct TraceTensor;

// Which rows of an input decide one row of the step. The evaluator computes those rows first.
enum class Dependency {
  same_row,   // the row with the same index
  keys,       // every row; each belongs to a key, and a key that a mask hides from a query does not affect its row
  all_rows,   // every row
  looked_up,  // the rows whose indices are the numbers in the same row of the first input
};

// The numbers that decide a step besides its inputs, as a small struct without padding that only the step's own file
// knows. Two settings are equal when all their bits are, so 0 and −0 differ.
class Settings {
 public:
  Settings() = default;
  template <class Own>
  Settings(const Own& own) {
    static_assert(std::is_trivially_copyable_v<Own> && sizeof(Own) <= sizeof(bytes_));
    std::memcpy(bytes_.data(), &own, sizeof(Own));
  }

  template <class Own>
  Own as() const {
    Own own;
    std::memcpy(&own, bytes_.data(), sizeof(Own));
    return own;
  }

  bool operator==(const Settings&) const = default;

 private:
  std::array<std::byte, 48> bytes_{};
};

// False in the page's core module, which computes no gradients: the linker then drops every backward function.
extern const bool links_gradients;

// Writes the rows of `block` to `block.out`.
using Compute = void(const RowBlock& block);

// How a step is differentiated. Everything is null for a step without a gradient.
struct Derivative {
  // Adds d loss / d input for every input (src/gradient/backward.hpp).
  using Compute = void(const Backward& back);
  // d loss / d one input; empty where the step contributes nothing (src/gradient/backward_formula.hpp).
  using Formula = std::string(const BackwardFormula& back);

  Derivative() = default;
  // `row_jacobian`: of weights, the formula of the Jacobian of a row.
  Derivative(Compute* backward, Formula* backward_formula, Formula* row_jacobian = nullptr)
      : compute(links_gradients ? backward : nullptr),
        formula(links_gradients ? backward_formula : nullptr),
        jacobian_formula(links_gradients ? row_jacobian : nullptr) {}

  Compute* compute = nullptr;
  Formula* formula = nullptr;
  Formula* jacobian_formula = nullptr;
};

inline constexpr std::size_t max_inputs = 5;

struct Op {
  StaticString name{};
  // Outermost axis first, separated by spaces: "H T_q d_k". The axes decide the shape.
  StaticString axes{};
  // An s-expression over cells: "(= ({} h i j) (/ ({0} h i j) (sqrt d_k)))". A list whose head is a tensor's name is
  // one of its cells; (sum c d_k term) sums over c < d_k. Its holes are filled in by TraceTensor::formula:
  //   {}   the step's name; {0} the name of input 0; {a} {b} {c} the words, which may have holes themselves
  //   {i}  the letter of the step's rows: j where they are keys, else i
  //   {h1} the head of input 1 that head h reads: h, or (div h group) with grouped-query attention
  //   {2?text} {a?text} the text, only if there is an input 2 or a word a
  StaticString formula{};
  std::array<StaticString, 3> words{};

  // One for each input, in the order that the inputs are given in.
  std::array<Dependency, max_inputs> inputs{};
  Compute* compute = nullptr;
  // Takes the place of `compute` if input 0 is not kept. It reads the other inputs and gives the same bits.
  Compute* compute_fused = nullptr;
  Derivative derivative{};
  Settings settings{};
  // A tensor of the scene that the step copies.
  const Tensor* given = nullptr;
  // `out` already holds the rows of input 0.
  bool in_place = false;
  // All rows must be computed together.
  bool needs_all_rows = false;
  // −∞ is one of its numbers: a hidden score.
  bool allows_hidden = false;
};

}  // namespace self_attention
