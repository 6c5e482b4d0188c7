// The part of an explanation that takes a row of q or k apart (explanation.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "explanation.hpp"

namespace self_attention {

double dot(const double* a, const float* b, std::size_t count);

// Linear functions of a row: each is a row of coefficients.
struct Functions {
  std::size_t count, width;
  std::vector<double> numbers = std::vector<double>(count * width);

  double* of(std::size_t index) { return numbers.data() + index * width; }
  const double* of(std::size_t index) const { return numbers.data() + index * width; }
};

class Reader {
 public:
  explicit Reader(Evaluator& evaluator) : evaluator_(evaluator) {}

  std::vector<float> rows(TraceTensor& traced, std::size_t head, Span rows) {
    std::vector<float> numbers((rows.to - rows.from) * traced.width);
    if (!wrong) wrong = evaluator_.read(traced, head, rows, {0, traced.width}, numbers.data());
    return numbers;
  }
  std::vector<float> row(TraceTensor& traced, std::size_t head, std::size_t row) {
    return rows(traced, head, {row, row + 1});
  }
  std::vector<float> all(TraceTensor& traced, std::size_t head = 0) { return rows(traced, head, {0, traced.rows}); }

  // The first error. The numbers read since then are 0.
  MaybeError wrong;

 private:
  Evaluator& evaluator_;
};

// What mixes the values of a layer: the weights and v.
struct Mixed {
  explicit Mixed(const TraceTensor& z) : Mixed(z.inputs[1] == nullptr ? z.inputs[0]->inputs : z.inputs) {}
  explicit Mixed(const std::array<TraceTensor*, max_inputs>& inputs) : weights(*inputs[0]), v(*inputs[1]) {}

  std::size_t value_head(std::size_t head) const { return head / (weights.heads / v.heads); }

  TraceTensor &weights, &v;
};

// The values of linear functions of a row of q or k, by what the row is made of. The functions are carried back through
// the steps that made the row, which are all linear, so that no part of the row is ever computed.
class ExplainedRow {
 public:
  // `by_token`: a head is as many parts as there are tokens that it moved from.
  ExplainedRow(Reader& reader, const Scene& scene, Breakdown how, bool by_token, std::size_t layer, std::size_t row)
      : reader_(reader), scene_(scene), how_(how), by_token_(by_token), layer_(layer), row_(row) {}

  void split(TraceTensor& q, std::size_t head, Functions f) {
    count_ = f.count;
    split_head(q, head, std::move(f));
  }
  // One function, whose value is 1.
  void keep_whole() {
    origins = {origin(Origin::Kind::whole)};
    values = {1};
  }

  std::vector<Origin> origins;
  // Of each origin, the value of each function.
  std::vector<double> values;

  Origin origin(Origin::Kind kind, std::size_t index = 0) const {
    return {kind, static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(row_)};
  }

 private:
  // A row of a head: q, k, or what rope or a score function made of it.
  void split_head(TraceTensor& traced, std::size_t head, Functions f);
  void rotate_back(Functions& f) const;
  // A row of d_model numbers.
  void split_row(TraceTensor& traced, Functions g);
  Functions before_norm(TraceTensor& normed, Functions g);
  void split_places(TraceTensor& x, const Functions& g);
  void split_output(TraceTensor& output, const Functions& g);
  void split_head_by_token(const TraceTensor& z, std::size_t head, const Functions& f);
  void add_features(const Functions& g, const std::vector<float>& x);
  // The functions of these numbers, which stand in the row from `from` on.
  void add(const Origin& origin, const Functions& g, const float* numbers, std::size_t from, std::size_t width);
  void add(const Origin& origin, const Functions& g, const float* numbers);
  // The sums of a new origin, or of the biases if they are there.
  double* add(const Origin& origin);

  Reader& reader_;
  const Scene& scene_;
  Breakdown how_;
  bool by_token_;
  std::size_t layer_, row_, count_ = 0;
};

}  // namespace self_attention
