// The usual models, a whole batch at a time: one matrix product serves all sequences. The numbers are those of the
// trace's steps; tests compare the two.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "../kernels/kernels.hpp"
#include "../kernels/training.hpp"
#include "../math/elementary_functions.hpp"
#include "../scene/parameters.hpp"
#include "../steps/steps.hpp"
#include "batched_attention.hpp"
#include "model.hpp"
#include "parts.hpp"
#include "task.hpp"

namespace self_attention::training {
namespace {

struct LayerWeights {
  std::array<Parameter, Matrices::count> all{};
  const Parameter& operator[](Matrix which) const { return all[static_cast<std::size_t>(which)]; }
};

struct LayerState {
  Norm norm_1, norm_2;
  Linear q, k, v, output, hidden, fed;
  Attended attended;
  Numbers added, tanh, activated;
};

class BatchedModel : public Model {
 public:
  explicit BatchedModel(const Scene& scene) : scene_(scene) {}

  MaybeError learn(const Batch& batch, TrainedNumbers& trained, Outcome& outcome) override {
    std::fill(trained.gradients.begin(), trained.gradients.end(), 0.0F);
    return run(batch, trained, trained.gradients.data(), outcome, nullptr);
  }
  MaybeError evaluate(const Batch& batch, const TrainedNumbers& trained, Outcome& outcome,
                      const WeightsReceiver& receive) override {
    return run(batch, trained, nullptr, outcome, receive);
  }

 private:
  MaybeError run(const Batch& batch, const TrainedNumbers& trained, float* gradients, Outcome& outcome,
                 const WeightsReceiver& receive) {
    take(trained, gradients, batch.tokens);
    N_ = batch.count * batch.tokens;
    T_ = batch.tokens;
    embed(batch);
    const float* x = x0_.data();
    layers_.resize(scene_.layers);
    for (std::size_t layer = 0; layer < scene_.layers; ++layer) {
      x = forward(layers_[layer], weights_[layer], x);
      if (receive) show(layers_[layer], batch.count, layer, receive);
    }
    outcome = {};
    if (MaybeError wrong = classify(batch, x, gradients != nullptr, outcome)) return wrong;
    if (gradients == nullptr) return {};
    for (std::size_t layer = scene_.layers; layer-- > 0;) {
      backward(layers_[layer], weights_[layer], layer == 0 ? x0_.data() : inputs_[layer]);
    }
    embed_backward(batch);
    return {};
  }

  Parameter weight_of(const TrainedNumbers& trained, float* gradients, std::string_view name, std::size_t layer) const {
    const Trained* found = trained.find(name, layer);
    if (found == nullptr) return {};
    return {trained.of(*found), gradients == nullptr ? nullptr : gradients + found->from};
  }
  void take(const TrainedNumbers& trained, float* gradients, std::size_t tokens) {
    E_ = weight_of(trained, gradients, "E", 0);
    P_ = weight_of(trained, gradients, "P", 0);
    U_ = weight_of(trained, gradients, "unembedding", 0);
    V_ = trained.find("E")->shape[0];
    d_ = trained.find("E")->shape[1];
    classes_ = U_ ? trained.find("unembedding")->shape[1] : V_;
    weights_.resize(scene_.layers);
    inputs_.resize(scene_.layers);
    for (std::size_t layer = 0; layer < scene_.layers; ++layer) {
      for (std::size_t index = 0; index < Matrices::count; ++index) {
        weights_[layer].all[index] = weight_of(trained, gradients, matrix_names[index].name, layer);
      }
    }
    const Attention& attention = scene_.attention;
    H_ = attention.heads;
    G_ = attention.kv_heads == 0 ? H_ : attention.kv_heads;
    d_k_ = trained.find("w_q")->shape[1] / H_;
    d_v_ = trained.find("w_v")->shape[1] / G_;
    if (!attention_) attention_.emplace(scene_, tokens, d_k_, d_v_);
  }

  // ---- x0, and positions ----

  void embed(const Batch& batch) {
    x0_.resize(N_ * d_);
    const bool sinusoidal = scene_.positions.kind == Positions::Kind::sinusoidal;
    if (sinusoidal && places_.empty()) {
      const auto [sines, cosines] = steps::sinusoids({0, T_}, scene_.positions.base, d_);
      const std::size_t pairs = (d_ + 1) / 2;
      for (std::size_t number = 0; number < T_ * d_; ++number) {
        const std::size_t column = number % d_;
        const auto& numbers = column % 2 == 0 ? sines : cosines;
        places_.push_back(static_cast<float>(numbers.data()[number / d_ * pairs + column / 2]));
      }
    }
    for (std::size_t row = 0; row < N_; ++row) {
      const std::size_t place = row % T_;
      float* x = &x0_[row * d_];
      const float* word = E_.numbers + batch.ids[row] * d_;
      if (P_) {
        kernels::add(word, P_.numbers + place * d_, x, d_);
      } else {
        std::copy_n(word, d_, x);
      }
      if (sinusoidal) kernels::add(&places_[place * d_], x, d_);
    }
  }

  void embed_backward(const Batch& batch) {
    // If E is tied, its gradient already contains that of the logits.
    for (std::size_t row = 0; row < N_; ++row) {
      const float* x = &dx_[row * d_];
      kernels::add(x, E_.gradient + batch.ids[row] * d_, d_);
      if (P_) kernels::add(x, P_.gradient + row % T_ * d_, d_);
    }
  }

  // ---- A layer ----

  bool normed() const { return scene_.block.norm != Block::Norm::none; }
  bool pre() const { return normed() && scene_.block.pre; }
  bool post() const { return normed() && !scene_.block.pre; }

  const float* forward(LayerState& state, const LayerWeights& w, const float* x) {
    const Block& block = scene_.block;
    inputs_[static_cast<std::size_t>(&state - layers_.data())] = x;
    const float* read = x;
    if (pre()) read = normalize(state.norm_1, x, w[Matrix::gamma_1], w[Matrix::beta_1]);
    state.q.k = state.k.k = state.v.k = d_;
    state.q.n = H_ * d_k_;
    state.k.n = G_ * d_k_;
    state.v.n = G_ * d_v_;
    state.q.forward(read, w[Matrix::w_q], w[Matrix::b_q], N_);
    state.k.forward(read, w[Matrix::w_k], w[Matrix::b_k], N_);
    state.v.forward(read, w[Matrix::w_v], w[Matrix::b_v], N_);
    attention_->forward(state.q.y, state.k.y, state.v.y, state.attended, N_);
    const float* out = state.attended.z.data();
    if (w[Matrix::w_o]) {
      state.output.k = H_ * d_v_;
      state.output.n = d_;
      state.output.forward(out, w[Matrix::w_o], w[Matrix::b_o], N_);
      out = state.output.y.data();
    }
    if (block.residual) {
      state.added.resize(N_ * d_);
      kernels::add(x, out, state.added.data(), N_ * d_);
      out = state.added.data();
    }
    if (post()) out = normalize(state.norm_1, out, w[Matrix::gamma_1], w[Matrix::beta_1]);
    if (block.d_ff == 0) return out;
    const float* before = out;
    if (pre()) out = normalize(state.norm_2, out, w[Matrix::gamma_2], w[Matrix::beta_2]);
    state.hidden.k = state.fed.n = d_;
    state.hidden.n = state.fed.k = block.d_ff;
    state.hidden.forward(out, w[Matrix::w_1], w[Matrix::b_1], N_);
    const std::size_t size = state.hidden.y.size();
    state.activated.resize(size);
    if (block.activation == Block::Activation::gelu) {
      state.tanh.resize(size);
      kernels::gelu(state.hidden.y.data(), state.tanh.data(), state.activated.data(), size);
    } else {
      kernels::relu(state.hidden.y.data(), state.activated.data(), size);
    }
    state.fed.forward(state.activated.data(), w[Matrix::w_2], w[Matrix::b_2], N_);
    if (block.residual) kernels::add(before, state.fed.y.data(), N_ * d_);
    out = state.fed.y.data();
    return post() ? normalize(state.norm_2, out, w[Matrix::gamma_2], w[Matrix::beta_2]) : out;
  }

  const float* normalize(Norm& norm, const float* x, Parameter gamma, Parameter beta) {
    norm.d = d_;
    norm.layer = scene_.block.norm == Block::Norm::layer;
    norm.forward(x, gamma, beta, N_);
    return norm.y.data();
  }

  // dx_ is d loss / d output of the layer, and becomes d loss / d input.
  void backward(LayerState& state, const LayerWeights& w, const float* x) {
    const Block& block = scene_.block;
    const std::size_t size = N_ * d_;
    dy_.resize(size);
    if (block.d_ff != 0) {
      if (post()) normalize_backward(state.norm_2, w[Matrix::gamma_2], w[Matrix::beta_2]);
      // dx_ is the gradient of `fed`, and with a residual also of the input that is added to it.
      const float* into = pre() ? state.norm_2.y.data() : before_feed_forward(state);
      dh_.resize(N_ * block.d_ff);
      state.fed.backward(state.activated.data(), dx_.data(), w[Matrix::w_2], w[Matrix::b_2], N_, dh_.data());
      if (block.activation == Block::Activation::gelu) {
        kernels::gelu_backward(state.hidden.y.data(), state.tanh.data(), dh_.data(), dh_.size());
      } else {
        kernels::relu_backward(state.hidden.y.data(), dh_.data(), dh_.size());
      }
      if (!block.residual) std::fill_n(dx_.begin(), size, 0.0F);
      state.hidden.backward(into, dh_.data(), w[Matrix::w_1], w[Matrix::b_1], N_, dy_.data());
      add_to_dx(state.norm_2, w[Matrix::gamma_2], w[Matrix::beta_2]);
    }
    if (post()) normalize_backward(state.norm_1, w[Matrix::gamma_1], w[Matrix::beta_1]);
    const float* dz = dx_.data();
    if (w[Matrix::w_o]) {
      dz_.resize(N_ * H_ * d_v_);
      state.output.backward(state.attended.z.data(), dx_.data(), w[Matrix::w_o], w[Matrix::b_o], N_, dz_.data());
      dz = dz_.data();
    }
    attention_->backward(state.q.y, state.k.y, state.v.y, state.attended, dz);
    const float* read = pre() ? state.norm_1.y.data() : x;
    part_.resize(size);
    state.q.backward(read, attention_->dq().data(), w[Matrix::w_q], w[Matrix::b_q], N_, dy_.data());
    state.k.backward(read, attention_->dk().data(), w[Matrix::w_k], w[Matrix::b_k], N_, part_.data());
    kernels::add(part_.data(), dy_.data(), size);
    state.v.backward(read, attention_->dv().data(), w[Matrix::w_v], w[Matrix::b_v], N_, part_.data());
    kernels::add(part_.data(), dy_.data(), size);
    if (!block.residual) std::fill_n(dx_.begin(), size, 0.0F);
    add_to_dx(state.norm_1, w[Matrix::gamma_1], w[Matrix::beta_1]);
  }

  // dx_ is the gradient of a norm's output, and becomes that of its input.
  void normalize_backward(const Norm& norm, Parameter gamma, Parameter beta) {
    std::copy_n(dx_.begin(), N_ * d_, dy_.begin());
    std::fill_n(dx_.begin(), N_ * d_, 0.0F);
    norm.backward(dy_.data(), gamma, beta, N_, dx_.data());
  }

  // dy_ is the gradient of the input of attention or feed-forward. With a pre-norm, the norm comes before that input.
  void add_to_dx(const Norm& norm, Parameter gamma, Parameter beta) {
    if (pre()) {
      norm.backward(dy_.data(), gamma, beta, N_, dx_.data());
    } else {
      kernels::add(dy_.data(), dx_.data(), N_ * d_);
    }
  }

  const float* before_feed_forward(const LayerState& state) const {
    if (post()) return state.norm_1.y.data();
    if (scene_.block.residual) return state.added.data();
    return state.output.y.empty() ? state.attended.z.data() : state.output.y.data();
  }

  void show(const LayerState& state, std::size_t sequences, std::size_t layer, const WeightsReceiver& receive) const {
    for (std::size_t sequence = 0; sequence < sequences; ++sequence) {
      for (std::size_t head = 0; head < H_; ++head) {
        receive(sequence, layer, head, &state.attended.weights[(sequence * H_ + head) * T_ * T_]);
      }
    }
  }

  // ---- Logits and loss, for rows with a target ----

  MaybeError classify(const Batch& batch, const float* y, bool learns, Outcome& outcome) {
    // The number of targets is random: reserve for the most, so that a step allocates nothing.
    targeted_rows_.reserve(N_ * d_);
    logits_.reserve(N_ * classes_);
    targeted_rows_.resize(batch.targeted * d_);
    logits_.resize(batch.targeted * classes_);
    std::size_t next = 0;
    for (std::size_t row = 0; row < N_; ++row) {
      if (batch.targets[row] == no_target) continue;
      std::copy_n(y + row * d_, d_, &targeted_rows_[next++ * d_]);
    }
    const kernels::Rows rows{targeted_rows_.data(), d_};
    const kernels::MutableRows logits{logits_.data(), classes_};
    if (U_) {
      packed_.pack({U_.numbers, classes_}, classes_, d_);
    } else {
      packed_.pack_transposed({E_.numbers, d_}, classes_, d_);
    }
    kernels::matmul(rows, packed_, logits, next, {0, classes_}, {0, d_});
    const double share = 1 / static_cast<double>(batch.averaged);
    next = 0;
    for (std::size_t row = 0; row < N_; ++row) {
      if (batch.targets[row] == no_target) continue;
      const auto target = static_cast<std::size_t>(batch.targets[row]);
      float* first = &logits_[next++ * classes_];
      const auto likeliest = static_cast<std::size_t>(std::max_element(first, first + classes_) - first);
      outcome.right += likeliest == target ? 1U : 0U;
      const auto most = static_cast<double>(first[likeliest]), own = static_cast<double>(first[target]);
      kernels::softmax(first, first, 1, classes_, 1);
      // The largest logit has the probability 1 / Σ exp(logit − largest).
      outcome.loss += share * (most - own - std::log(static_cast<double>(first[likeliest])));
      if (!learns) continue;
      kernels::multiply(first, static_cast<float>(share), classes_);
      first[target] -= static_cast<float>(share);
    }
    outcome.targeted = batch.targeted;
    if (!std::isfinite(outcome.loss)) return error("not-finite", "/loss", "the loss is no number");
    if (learns) logits_backward(batch);
    return {};
  }

  void logits_backward(const Batch& batch) {
    const std::size_t count = batch.targeted;
    const kernels::Rows off{logits_.data(), classes_};
    dy_.resize(N_ * d_);
    if (U_) {
      kernels::add_matmul_of_transposed({targeted_rows_.data(), d_}, off, {U_.gradient, classes_}, d_, classes_, count);
      packed_.pack_transposed({U_.numbers, classes_}, d_, classes_);
    } else {
      kernels::add_matmul_of_transposed(off, {targeted_rows_.data(), d_}, {E_.gradient, d_}, classes_, d_, count);
      packed_.pack({E_.numbers, d_}, d_, classes_);
    }
    kernels::matmul(off, packed_, {dy_.data(), d_}, count, {0, d_}, {0, classes_});
    dx_.assign(N_ * d_, 0.0F);
    std::size_t next = 0;
    for (std::size_t row = 0; row < N_; ++row) {
      if (batch.targets[row] != no_target) std::copy_n(&dy_[next++ * d_], d_, &dx_[row * d_]);
    }
  }

  const Scene scene_;
  Parameter E_, P_, U_;
  std::vector<LayerWeights> weights_;
  std::vector<LayerState> layers_;
  // The input of each layer.
  std::vector<const float*> inputs_;
  std::size_t N_ = 0, T_ = 0, V_ = 0, d_ = 0, classes_ = 0, H_ = 1, G_ = 1, d_k_ = 0, d_v_ = 0;
  std::optional<BatchedAttention> attention_;
  // places_: the sinusoidal positions, (T, d_model).
  Numbers x0_, places_, targeted_rows_, logits_;
  // d loss / d x, and intermediate gradients.
  Numbers dx_, dy_, dh_, dz_, part_;
  kernels::Packed packed_;
};

}  // namespace

bool is_batched(const Scene& scene, const TrainedNumbers& trained) {
  using Score = Attention::Score;
  using Place = Positions::Kind;
  const Attention& attention = scene.attention;
  if (attention.score != Score::dot && attention.score != Score::scaled_dot) return false;
  if (attention.normalizer != Attention::Normalizer::softmax || attention.round || attention.weighted) return false;
  if (scene.positions.kind == Place::relative || scene.positions.kind == Place::given) return false;
  if (scene.positions.concat || scene.mistake != Mistake::none) return false;
  // Every layer gives what is as wide as the embedding.
  const Trained* E = trained.find("E");
  const Trained* last = trained.find(trained.find("w_o") == nullptr ? "w_v" : "w_o");
  const std::size_t heads = attention.heads, key_heads = attention.kv_heads == 0 ? heads : attention.kv_heads;
  const std::size_t merged = trained.find("w_o") == nullptr ? last->shape[1] / key_heads * heads : last->shape[1];
  return merged == E->shape[1];
}

std::unique_ptr<Model> batched_model_of(const Scene& scene) {
  return std::make_unique<BatchedModel>(scene);
}

}  // namespace self_attention::training
