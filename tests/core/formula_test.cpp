// A formula is not decoration: evaluated over the trace, cell by cell, it gives the step's own numbers.

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

// An s-expression: an atom, or a list whose head is an atom.
struct Expression {
  std::string atom;
  std::vector<Expression> list;
};

// Reads one expression off the front of `text`; what is left stays.
Expression read(std::string_view& text) {
  const auto skip = [&] { text.remove_prefix(std::min(text.find_first_not_of(' '), text.size())); };
  skip();
  REQUIRE_FALSE(text.empty());
  Expression expression;
  if (text.front() != '(') {
    const std::size_t end = std::min(text.find_first_of(" ()"), text.size());
    REQUIRE(end > 0);
    expression.atom = text.substr(0, end);
    text.remove_prefix(end);
    return expression;
  }
  text.remove_prefix(1);
  for (skip(); !text.empty() && text.front() != ')'; skip()) expression.list.push_back(read(text));
  REQUIRE_FALSE(text.empty());
  text.remove_prefix(1);
  REQUIRE_FALSE(expression.list.empty());
  return expression;
}

using Letters = std::map<std::string, double>;

struct Evaluator {
  const Trace& trace;
  std::set<std::string> read_tensors;  // what the formula turned out to read

  double operator()(const Expression& expression, Letters& letters) {
    if (expression.list.empty()) return atom(expression.atom, letters);
    const std::string& head = expression.list[0].atom;
    if (head == "sum") return sum(expression, letters);
    if (head == "where")
      return at(expression, 1, letters) != 0 ? at(expression, 2, letters) : at(expression, 3, letters);
    Row arguments;
    for (std::size_t n = 1; n < expression.list.size(); ++n) arguments.push_back(at(expression, n, letters));
    if (const Traced* tensor = trace.find(head)) return cell(*tensor, arguments);
    return apply(head, arguments);
  }

 private:
  double at(const Expression& expression, std::size_t n, Letters& letters) {
    REQUIRE(n < expression.list.size());
    return (*this)(expression.list[n], letters);
  }

  double atom(const std::string& name, const Letters& letters) const {
    if (name == "-inf") return -reference::infinity;
    if (const auto letter = letters.find(name); letter != letters.end()) return letter->second;
    for (const Symbol& symbol : trace.symbols) {
      if (symbol.name == name) return symbol.value;
    }
    char* end = nullptr;
    const double number = std::strtod(name.c_str(), &end);
    INFO("neither an index, a symbol nor a number: ", name);
    REQUIRE(*end == '\0');
    return number;
  }

  double sum(const Expression& expression, Letters& letters) {
    REQUIRE(expression.list.size() == 4);
    const std::string& letter = expression.list[1].atom;
    REQUIRE_FALSE(letters.contains(letter));
    const double size = at(expression, 2, letters);
    double total = 0;
    for (double index = 0; index < size; ++index) {
      letters[letter] = index;
      total += at(expression, 3, letters);
    }
    letters.erase(letter);
    return total;
  }

  double cell(const Traced& traced, const Row& index) {
    read_tensors.insert(std::string(traced.name));
    REQUIRE(index.size() == traced.tensor.rank());
    std::size_t position = 0;
    for (std::size_t axis = 0; axis < index.size(); ++axis) {
      REQUIRE(index[axis] < static_cast<double>(traced.tensor.extent(axis)));
      position = position * traced.tensor.extent(axis) + static_cast<std::size_t>(index[axis]);
    }
    return static_cast<double>(traced.tensor.data()[position]);
  }

  static double apply(const std::string& operation, const Row& a) {
    if (operation == "sqrt" && a.size() == 1) return std::sqrt(a[0]);
    if (operation == "exp" && a.size() == 1) return std::exp(a[0]);
    if (operation == "tanh" && a.size() == 1) return std::tanh(a[0]);
    REQUIRE(a.size() == 2);
    if (operation == "+") return a[0] + a[1];
    if (operation == "*") return a[0] * a[1];
    if (operation == "/") return a[0] / a[1];
    if (operation == "<=") return a[0] <= a[1] ? 1 : 0;
    if (operation == "div") return std::floor(a[0] / a[1]);
    if (operation == "mod") return std::fmod(a[0], a[1]);
    FAIL("unknown operation ", operation);
    return 0;
  }
};

// The step's formula, its left side checked: (= (name letters…) right).
struct Equation {
  std::vector<std::string> letters;
  Expression right;
};

Equation equation_of(const Traced& step) {
  std::string_view text = step.formula;
  const Expression whole = read(text);
  CHECK(text.empty());
  REQUIRE(whole.list.size() == 3);
  CHECK(whole.list[0].atom == "=");
  const std::vector<Expression>& left = whole.list[1].list;
  REQUIRE(left.size() == step.tensor.rank() + 1);
  CHECK(left[0].atom == step.name);
  Equation equation{{}, whole.list[2]};
  for (std::size_t axis = 1; axis < left.size(); ++axis) equation.letters.push_back(left[axis].atom);
  return equation;
}

void check_formula(const Trace& trace, const Traced& step) {
  INFO(std::string(step.name), ": ", step.formula);
  const Equation equation = equation_of(step);
  Evaluator evaluate{trace, {}};
  Row expected;
  for (std::size_t position = 0; position < step.tensor.size(); ++position) {
    Letters letters;
    std::size_t rest = position;
    for (std::size_t axis = step.tensor.rank(); axis-- > 0; rest /= step.tensor.extent(axis)) {
      letters[equation.letters[axis]] = static_cast<double>(rest % step.tensor.extent(axis));
    }
    expected.push_back(evaluate(equation.right, letters));
  }
  CHECK(difference(vector(row_of(step.tensor)), expected, 2e-6) == "");
  // What a step reads is there before it.
  for (const std::string& name : evaluate.read_tensors) {
    const auto is_it = [&](const Traced& traced) { return traced.name == name; };
    const auto own = std::ranges::find(trace.steps, step.name, &Traced::name);
    INFO("reads ", name);
    CHECK((std::any_of(trace.steps.begin(), own, is_it) || std::ranges::any_of(trace.parameters, is_it)));
  }
}

// `tokens` and a given x0 are where numbers come from; their formulas say so and read no tensor.
void check_formulas(const Scene& scene) {
  const Trace trace = value_of(attend(scene));
  for (const Traced& step : trace.steps) {
    const bool source = step.name == "tokens" || (step.name == "x0" && scene.embedding.kind == Embedding::Kind::given);
    if (source) {
      equation_of(step);
    } else {
      check_formula(trace, step);
    }
  }
  for (const Traced& parameter : trace.parameters) CHECK(parameter.formula == "");
}

}  // namespace

TEST_CASE("every formula, evaluated, gives the numbers of its step from earlier tensors") {
  Scene scene = small_scene(4, 6);
  scene.tokens.push_back("word2");
  SUBCASE("as the scene is") {}
  SUBCASE("unscaled") {
    scene.attention.score = Attention::Score::dot;
  }
  SUBCASE("with a scale of its own") {
    scene.attention.scale = 0.3;
  }
  SUBCASE("with heads") {
    scene.attention.heads = 3;
  }
  SUBCASE("with shared key/value heads") {
    scene.attention.heads = 6;
    scene.attention.kv_heads = 2;
    scene.parameters.d_k = 2;
    scene.parameters.d_v = 3;
  }
  SUBCASE("with biases") {
    scene.parameters.biases = true;
  }
  SUBCASE("with an output projection") {
    scene.attention.heads = 2;
    scene.parameters.output = true;
  }
  SUBCASE("with a softcap") {
    scene.attention.softcap = 1.5;
  }
  SUBCASE("with a softcap on unscaled scores") {
    scene.attention.score = Attention::Score::dot;
    scene.attention.softcap = 1.5;
  }
  SUBCASE("causal") {
    scene.attention.mask.kind = Mask::Kind::causal;
  }
  SUBCASE("with a temperature") {
    scene.attention.temperature = 0.5;
  }
  SUBCASE("one-hot") {
    scene.embedding.kind = Embedding::Kind::one_hot;
  }
  SUBCASE("with x given") {
    scene.embedding.kind = Embedding::Kind::given;
    scene.embedding.x = random_tensor({5, 6}, 1);
  }
  SUBCASE("with everything") {
    scene.parameters.biases = scene.parameters.output = true;
    scene.parameters.d_v = 4;
    scene.attention = {.heads = 2,
                       .kv_heads = 1,
                       .score = Attention::Score::scaled_dot,
                       .scale = {},
                       .mask = {.kind = Mask::Kind::causal},
                       .temperature = 2,
                       .softcap = 3};
  }
  check_formulas(scene);
}
