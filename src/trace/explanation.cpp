#include "explanation.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "../scene/checks.hpp"
#include "explained_row.hpp"

namespace self_attention {
namespace {

using Kind = Origin::Kind;
using Score = Attention::Score;

// The q and k whose product a score is, as the score reads them, and the factor of a cosine.
struct Factors {
  Factors(Reader& reader, const Scene& scene, TraceTensor& scores, const Pair& pair)
      : q(*scores.inputs[0]),
        k(*scores.inputs[1]),
        q_head(pair.head / (scores.heads / q.heads)),
        k_head(pair.head / (scores.heads / k.heads)),
        q_row(reader.row(q, q_head, pair.query)),
        k_row(reader.row(k, k_head, pair.key)) {
    if (scene.attention.score != Score::cosine) return;
    double of_q = 0, of_k = 0;
    for (std::size_t c = 0; c < q_row.size(); ++c) {
      of_q += static_cast<double>(q_row[c]) * static_cast<double>(q_row[c]);
      of_k += static_cast<double>(k_row[c]) * static_cast<double>(k_row[c]);
    }
    const double lengths = std::sqrt(of_q) * std::sqrt(of_k);
    factor = lengths == 0 ? 0 : 1 / lengths;
  }

  TraceTensor &q, &k;
  std::size_t q_head, k_head;
  std::vector<float> q_row, k_row;
  double factor = 1;
};

// The numbers of a row times a factor: one by one, or as one function that multiplies them by `other`.
Functions functions_of(std::size_t width, double factor, const std::vector<float>* other) {
  Functions f{other == nullptr ? width : 1, width};
  for (std::size_t c = 0; c < width; ++c) {
    f.numbers[other == nullptr ? c * (width + 1) : c] =
        other == nullptr ? factor : factor * static_cast<double>((*other)[c]);
  }
  return f;
}

void dimensions(Reader& reader, const Scene& scene, TraceTensor& scores, const Pair& pair,
                std::vector<ScorePart>& parts) {
  std::vector<double> values;
  Kind kind = Kind::given;
  if (scores.op.given != nullptr) {
    values = {static_cast<double>(reader.row(scores, pair.head, pair.query)[pair.key])};
  } else {
    Factors factors(reader, scene, scores, pair);
    std::vector<float>&q = factors.q_row, &k = factors.k_row;
    const std::size_t width = q.size();
    if (scene.mistake == Mistake::no_transpose) {
      const std::vector<float> all = reader.all(factors.k, factors.k_head);
      for (std::size_t c = 0; c < width; ++c) k[c] = all[c * width + pair.key];
    }
    kind = Kind::dimension;
    if (scene.attention.score == Score::additive) {
      kind = Kind::unit;
      const std::vector<float> v_a = reader.all(*scores.inputs[2]);
      for (std::size_t a = 0; a < width; ++a) q[a] += k[a];
      kernels::tanh(q.data(), width);
      std::copy_n(v_a.data() + pair.head * width, width, k.data());
    }
    for (std::size_t c = 0; c < width; ++c) {
      values.push_back(factors.factor * static_cast<double>(q[c]) * static_cast<double>(k[c]));
    }
    if (std::string_view(factors.q.op.name).ends_with("_rotated")) {
      kind = Kind::pair;
      const bool halves = scene.positions.pairs == Positions::Pairs::halves;
      for (std::size_t c = 0; c < width / 2; ++c) {
        values[c] = halves ? values[c] + values[c + width / 2] : values[2 * c] + values[2 * c + 1];
      }
      values.resize(width / 2);
    }
  }
  parts.resize(values.size());
  for (std::size_t index = 0; index < parts.size(); ++index) {
    const auto origin = [&](std::size_t token) {
      return Origin{kind, static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(token)};
    };
    parts[index] = {origin(pair.query), origin(pair.key), values[index]};
  }
}

void products(Reader& reader, const Scene& scene, TraceTensor& scores, const Pair& pair, Breakdown how,
              std::vector<ScorePart>& parts) {
  const Factors factors(reader, scene, scores, pair);
  const std::size_t width = factors.q_row.size();
  const bool one = how == Breakdown::query_sources || how == Breakdown::key_sources;
  ExplainedRow query(reader, scene, how, one, pair.layer, pair.query),
      key(reader, scene, how, one, pair.layer, pair.key);
  const std::vector<float>*q = one ? &factors.q_row : nullptr, *k = one ? &factors.k_row : nullptr;
  if (how == Breakdown::key_sources) {
    query.keep_whole();
  } else {
    query.split(factors.q, factors.q_head, functions_of(width, factors.factor, k));
  }
  if (how == Breakdown::query_sources) {
    key.keep_whole();
  } else {
    key.split(factors.k, factors.k_head, functions_of(width, one ? factors.factor : 1, q));
  }
  const std::size_t count = query.origins.size() * key.origins.size(), terms = one ? 1 : width;
  if (!reader.wrong) reader.wrong = check_memory(count * sizeof(ScorePart));
  if (reader.wrong) return;
  parts.resize(count);
  for (std::size_t index = 0; index < count; ++index) {
    const std::size_t a = index / key.origins.size(), b = index % key.origins.size();
    double value = 0;
    for (std::size_t c = 0; c < terms; ++c) value += query.values[a * terms + c] * key.values[b * terms + c];
    parts[index] = {query.origins[a], key.origins[b], value};
  }
}

constexpr const char* names[] = {"dimensions", "features", "places", "sources", "querySources", "keySources"};

// The breakdown to use if a layer does not have this one.
Breakdown possible(const Scene& scene, std::size_t layer, Breakdown how) {
  const Score score = scene.attention.score;
  const bool is_linear = score != Score::additive && score != Score::given && scene.mistake != Mistake::no_transpose;
  if (!is_linear || scene.embedding.kind == Embedding::Kind::qkv) return Breakdown::dimensions;
  if (how == Breakdown::places) return layer == 0 ? how : Breakdown::sources;
  return layer > 0 || how < Breakdown::places ? how : Breakdown::places;
}

TraceTensor* of_layer(const Trace& trace, std::string_view name, std::size_t layer) {
  auto* found = const_cast<TraceTensor*>(trace.find(name, layer));
  return found == nullptr || found->layer != layer ? nullptr : found;
}

}  // namespace

MaybeError explain_score(Evaluator& evaluator, const Trace& trace, const Pair& pair, Breakdown how, std::size_t most,
                         ScoreParts& result) {
  TraceTensor* scores = of_layer(trace, "scores", pair.layer);
  if (scores == nullptr) return error("unknown-tensor", "scores", "layer {} has no scores", pair.layer);
  const Scene& scene = *trace.scene;
  if (const Breakdown other = possible(scene, pair.layer, how); other != how) {
    const auto name = [](Breakdown one) { return std::string_view(names[static_cast<std::size_t>(one)]); };
    return error("range", "by", "the scores of layer {} have no {}; use {}", pair.layer, name(how), name(other));
  }
  Reader reader(evaluator);
  auto& parts = result.parts;
  if (how == Breakdown::dimensions) {
    dimensions(reader, scene, *scores, pair, parts);
  } else {
    products(reader, scene, *scores, pair, how, parts);
  }
  result.score = static_cast<double>(reader.row(*scores, pair.head, pair.query)[pair.key]);
  if (reader.wrong) return std::move(reader.wrong);
  const std::size_t shown = std::min(most, parts.size());
  std::partial_sort(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(shown), parts.end(),
                    [](const ScorePart& a, const ScorePart& b) { return std::abs(a.value) > std::abs(b.value); });
  double sum = 0;
  for (std::size_t index = 0; index < parts.size(); ++index) (index < shown ? sum : result.rest) += parts[index].value;
  result.rest_count = parts.size() - shown;
  result.rounding = result.score - (sum + result.rest);
  parts.resize(shown);
  return {};
}

MaybeError explain_output(Evaluator& evaluator, const Trace& trace, std::size_t layer, std::size_t query, Span heads,
                          std::vector<double>& parts) {
  TraceTensor* output = of_layer(trace, "output", layer);
  if (output == nullptr) return error("unknown-tensor", "output", "layer {} has no values", layer);
  if (trace.scene->mistake == Mistake::wrong_axis_values) {
    return error("range", "query", "with this mistake the output is no sum over the keys");
  }
  TraceTensor &z = *output->inputs[0], *w_o = output->inputs[1], *b_o = output->inputs[2];
  const Mixed mixed(z);
  const std::size_t keys = mixed.v.rows, width = output->width;
  if (auto wrong = check_memory((keys + 2) * width * sizeof(double))) return wrong;
  parts.assign((keys + 2) * width, 0);
  Reader reader(evaluator);
  const std::vector<float> matrix = w_o == nullptr ? std::vector<float>() : reader.all(*w_o);
  for (std::size_t head = heads.from; head < heads.to; ++head) {
    const std::vector<float> weights = reader.row(mixed.weights, head, query);
    const std::vector<float> v = reader.all(mixed.v, mixed.value_head(head));
    for (std::size_t key = 0; key < keys; ++key) {
      double* out = parts.data() + key * width;
      for (std::size_t c = 0; c < z.width; ++c) {
        const std::size_t row = head * z.width + c;
        const double moved = static_cast<double>(weights[key]) * static_cast<double>(v[key * z.width + c]);
        if (w_o == nullptr) {
          out[row] = moved;
          continue;
        }
        const float* w = matrix.data() + row * width;
        for (std::size_t m = 0; moved != 0 && m < width; ++m) out[m] += moved * static_cast<double>(w[m]);
      }
    }
  }
  if (b_o != nullptr && heads.to - heads.from == z.heads) {
    const std::vector<float> bias = reader.all(*b_o);
    std::copy(bias.begin(), bias.end(), parts.end() - static_cast<std::ptrdiff_t>(2 * width));
  }
  double* sums = parts.data() + (keys + 1) * width;
  for (const double* part = parts.data(); part != sums; part += width) {
    for (std::size_t m = 0; m < width; ++m) sums[m] += part[m];
  }
  return std::move(reader.wrong);
}

}  // namespace self_attention
