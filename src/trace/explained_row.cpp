#include "explained_row.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "../steps/steps.hpp"

namespace self_attention {

using Kind = Origin::Kind;

namespace {

// The functions of x that f is of x · w. The rows of w are `columns` apart and as wide as those of f.
Functions before(const Functions& f, const float* w, std::size_t rows, std::size_t columns) {
  Functions g{f.count, rows};
  for (std::size_t index = 0; index < f.count; ++index) {
    for (std::size_t row = 0; row < rows; ++row) g.of(index)[row] = dot(f.of(index), w + row * columns, f.width);
  }
  return g;
}

}  // namespace

double dot(const double* a, const float* b, std::size_t count) {
  double sum = 0;
  for (std::size_t index = 0; index < count; ++index) sum += a[index] * static_cast<double>(b[index]);
  return sum;
}

void ExplainedRow::split_head(TraceTensor& traced, std::size_t head, Functions f) {
  TraceTensor& input = *traced.inputs[0];
  if (traced.op.name == "q_rotated" || traced.op.name == "k_rotated") {
    rotate_back(f);
    return split_head(input, head, std::move(f));
  }
  TraceTensor& w = *traced.inputs[1];
  const std::vector<float> matrix = reader_.all(w);
  Functions g = before(f, matrix.data() + head * traced.width, w.rows, w.width);
  if (traced.op.name == "q_a") return split_head(input, head / (traced.heads / input.heads), std::move(g));
  if (traced.inputs[2] != nullptr) {
    add(origin(Kind::bias), f, reader_.all(*traced.inputs[2]).data() + head * traced.width);
  }
  split_row(input, std::move(g));
}

void ExplainedRow::rotate_back(Functions& f) const {
  const bool halves = scene_.positions.pairs == Positions::Pairs::halves;
  const auto [sines, cosines] = steps::sinusoids({row_, row_ + 1}, scene_.positions.base, f.width);
  for (std::size_t index = 0; index < f.count; ++index) {
    for (std::size_t pair = 0; pair < f.width / 2; ++pair) {
      const double sine = static_cast<float>(sines(0, pair)), cosine = static_cast<float>(cosines(0, pair));
      double& first = f.of(index)[halves ? pair : 2 * pair];
      double& second = f.of(index)[halves ? pair + f.width / 2 : 2 * pair + 1];
      const double was = first;
      first = was * cosine + second * sine;
      second = second * cosine - was * sine;
    }
  }
}

void ExplainedRow::split_row(TraceTensor& traced, Functions g) {
  if (how_ == Breakdown::features) return add_features(g, reader_.row(traced, 0, row_));
  const std::string_view name = traced.op.name;
  if (name.starts_with("normed")) return split_row(*traced.inputs[0], before_norm(traced, std::move(g)));
  if (how_ == Breakdown::places) return split_places(traced, g);
  if (name == "x" && traced.layer == layer_) return split_row(*traced.inputs[0], std::move(g));
  if (name == "output") return split_output(traced, g);
  if (name == "fed") return add(origin(Kind::feed_forward), g, reader_.row(traced, 0, row_).data());
  if (name.starts_with("added")) {
    split_row(*traced.inputs[1], g);
    return split_row(*traced.inputs[0], std::move(g));
  }
  add(origin(Kind::own), g, reader_.row(traced, 0, row_).data());
}

Functions ExplainedRow::before_norm(TraceTensor& normed, Functions g) {
  const std::vector<float> gamma = reader_.all(*normed.inputs[2]);
  const bool is_centred = normed.inputs[4] != nullptr;
  if (is_centred) add(origin(Kind::bias), g, reader_.all(*normed.inputs[3]).data());
  const float deviation =
      std::sqrt(reader_.row(*normed.inputs[1], 0, row_)[0] + static_cast<float>(steps::norm_epsilon));
  for (std::size_t index = 0; index < g.count; ++index) {
    double* of = g.of(index);
    double mean = 0;
    for (std::size_t m = 0; m < g.width; ++m) {
      of[m] *= static_cast<double>(gamma[m]) / static_cast<double>(deviation);
      mean += of[m] / static_cast<double>(g.width);
    }
    for (std::size_t m = 0; is_centred && m < g.width; ++m) of[m] -= mean;
  }
  return g;
}

void ExplainedRow::split_places(TraceTensor& x, const Functions& g) {
  const std::string_view name = x.op.name;
  const bool has_place = (name == "x" || name == "x_k") && x.inputs[1] != nullptr;
  TraceTensor& word = has_place ? *x.inputs[0] : x;
  add(origin(Kind::word), g, reader_.row(word, 0, row_).data(), 0, word.width);
  if (!has_place) return;
  TraceTensor& place = *x.inputs[1];
  add(origin(Kind::place), g, reader_.row(place, 0, row_).data(), g.width - place.width, place.width);
}

void ExplainedRow::split_output(TraceTensor& output, const Functions& g) {
  TraceTensor &z = *output.inputs[0], *w_o = output.inputs[1];
  if (output.inputs[2] != nullptr) add(origin(Kind::bias), g, reader_.all(*output.inputs[2]).data());
  const std::vector<float> matrix = w_o == nullptr ? std::vector<float>() : reader_.all(*w_o);
  for (std::size_t head = 0; head < z.heads; ++head) {
    const std::size_t from = head * z.width;
    Functions of_head{g.count, z.width};
    if (w_o == nullptr) {
      for (std::size_t index = 0; index < g.count; ++index) {
        std::copy_n(g.of(index) + from, z.width, of_head.of(index));
      }
    } else {
      of_head = before(g, matrix.data() + from * w_o->width, z.width, w_o->width);
    }
    if (by_token_) {
      split_head_by_token(z, head, of_head);
    } else {
      add(origin(Kind::head, head), of_head, reader_.row(z, head, row_).data());
    }
  }
}

void ExplainedRow::split_head_by_token(const TraceTensor& z, std::size_t head, const Functions& f) {
  const Mixed mixed(z);
  const std::vector<float> weights = reader_.row(mixed.weights, head, row_);
  const std::vector<float> v = reader_.all(mixed.v, mixed.value_head(head));
  for (std::size_t token = 0; token < mixed.v.rows; ++token) {
    double* sums = add({Kind::head, static_cast<std::uint32_t>(head), static_cast<std::uint32_t>(token)});
    for (std::size_t index = 0; index < count_; ++index) {
      sums[index] += static_cast<double>(weights[token]) * dot(f.of(index), v.data() + token * f.width, f.width);
    }
  }
}

void ExplainedRow::add_features(const Functions& g, const std::vector<float>& x) {
  for (std::size_t m = 0; m < g.width; ++m) {
    double* sums = add(origin(Kind::feature, m));
    for (std::size_t index = 0; index < count_; ++index) sums[index] = g.of(index)[m] * static_cast<double>(x[m]);
  }
}

void ExplainedRow::add(const Origin& origin, const Functions& g, const float* numbers, std::size_t from,
                       std::size_t width) {
  double* sums = add(origin);
  for (std::size_t index = 0; index < count_; ++index) sums[index] += dot(g.of(index) + from, numbers, width);
}

void ExplainedRow::add(const Origin& origin, const Functions& g, const float* numbers) {
  add(origin, g, numbers, 0, g.width);
}

double* ExplainedRow::add(const Origin& origin) {
  std::size_t index = origin.kind == Kind::bias ? 0 : origins.size();
  while (index < origins.size() && origins[index].kind != Kind::bias) ++index;
  if (index == origins.size()) {
    origins.push_back(origin);
    values.resize(values.size() + count_);
  }
  return values.data() + index * count_;
}

}  // namespace self_attention
