#include "formula.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <numeric>
#include <set>

namespace self_attention::testing {
namespace {

// An s-expression: an atom, or a list whose head is an atom.
struct Expression {
  std::string atom;
  std::vector<Expression> list;
};

// Removes one expression from the front of `text` and returns it.
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

// Evaluates a formula of one layer.
struct Evaluator {
  const Trace& trace;
  std::size_t layer;
  std::set<const TraceTensor*> read_tensors = {};  // the tensors that the formula has read

  double operator()(const Expression& expression, Letters& letters) {
    if (expression.list.empty()) return atom(expression.atom, letters);
    const std::string& head = expression.list[0].atom;
    if (head == "sum") return sum(expression, letters);
    if (head == "where")
      return at(expression, 1, letters) != 0 ? at(expression, 2, letters) : at(expression, 3, letters);
    if (head == "round") return round(expression, letters);
    // (previous y i m) is a cell of the previous layer.
    const bool previous = head == "previous";
    REQUIRE((!previous || layer > 0));
    std::vector<double> arguments;
    for (std::size_t n = previous ? 2 : 1; n < expression.list.size(); ++n) {
      arguments.push_back(at(expression, n, letters));
    }
    const TraceTensor* tensor = previous ? trace.find(expression.list[1].atom, layer - 1) : trace.find(head, layer);
    if (previous) {
      REQUIRE(tensor != nullptr);
      CHECK(tensor->layer == layer - 1);
    }
    if (tensor != nullptr) return cell(*tensor, arguments);
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

  // (round (weights h i j) digits) rounds the whole row of the cell so that its sum stays the same.
  double round(const Expression& expression, Letters& letters) {
    REQUIRE(expression.list.size() == 3);
    const std::vector<Expression>& of = expression.list[1].list;
    const TraceTensor* tensor = trace.find(of[0].atom, layer);
    REQUIRE(tensor != nullptr);
    const double column = letters.at(of.back().atom);
    Row row = Row::from_shape({tensor->tensor.shape(tensor->tensor.dimension() - 1)});
    for (std::size_t key = 0; key < row.size(); ++key) {
      letters[of.back().atom] = static_cast<double>(key);
      row(key) = (*this)(expression.list[1], letters);
    }
    letters[of.back().atom] = column;
    const auto digits = static_cast<std::size_t>(at(expression, 2, letters));
    return reference::rounded(row, digits)(static_cast<std::size_t>(column));
  }

  double cell(const TraceTensor& traced, const std::vector<double>& index) {
    read_tensors.insert(&traced);
    REQUIRE(index.size() == traced.tensor.dimension());
    std::size_t position = 0;
    for (std::size_t axis = 0; axis < index.size(); ++axis) {
      INFO(std::string(traced.name), ", axis ", axis, ", index ", index[axis]);
      REQUIRE((index[axis] >= 0 && index[axis] < static_cast<double>(traced.tensor.shape(axis))));
      position = position * traced.tensor.shape(axis) + static_cast<std::size_t>(index[axis]);
    }
    return static_cast<double>(traced.tensor.data()[position]);
  }

  static double apply(const std::string& operation, const std::vector<double>& a) {
    if (operation == "sqrt" && a.size() == 1) return std::sqrt(a[0]);
    if (operation == "exp" && a.size() == 1) return std::exp(a[0]);
    if (operation == "tanh" && a.size() == 1) return std::tanh(a[0]);
    if (operation == "sin" && a.size() == 1) return std::sin(a[0]);
    if (operation == "cos" && a.size() == 1) return std::cos(a[0]);
    if (operation == "abs" && a.size() == 1) return std::abs(a[0]);
    REQUIRE(a.size() >= 2);
    if (operation == "+") return std::accumulate(a.begin(), a.end(), 0.0);
    if (operation == "*") return std::accumulate(a.begin(), a.end(), 1.0, std::multiplies<>());
    REQUIRE(a.size() == 2);
    if (operation == "-") return a[0] - a[1];
    // 0/0 is 0 here, for a row whose keys are all hidden and for the cosine of a zero vector.
    if (operation == "/") return a[0] == 0 && a[1] == 0 ? 0 : a[0] / a[1];
    if (operation == "<=") return a[0] <= a[1] ? 1 : 0;
    if (operation == "div") return std::floor(a[0] / a[1]);
    if (operation == "mod") return std::fmod(a[0], a[1]);
    if (operation == "pow") return std::pow(a[0], a[1]);
    if (operation == "min") return std::min(a[0], a[1]);
    if (operation == "max") return std::max(a[0], a[1]);
    FAIL("unknown operation ", operation);
    return 0;
  }
};

// Whether a step's numbers come from the scene and not from another tensor.
bool looks_up(const Expression& expression) {
  if (expression.list.empty()) return false;
  return expression.list[0].atom == "lookup" || std::ranges::any_of(expression.list, looks_up);
}

// Checks the left side of the step's formula, (= (name letters…) right), and returns the right side.
struct Equation {
  std::vector<std::string> letters;
  Expression right;
};

Equation equation_of(const TraceTensor& step) {
  const std::string formula = step.formula();
  std::string_view text = formula;
  const Expression whole = read(text);
  CHECK(text.empty());
  REQUIRE(whole.list.size() == 3);
  CHECK(whole.list[0].atom == "=");
  const std::vector<Expression>& left = whole.list[1].list;
  REQUIRE(left.size() == step.tensor.dimension() + 1);
  CHECK(left[0].atom == step.name);
  Equation equation{{}, whole.list[2]};
  for (std::size_t axis = 1; axis < left.size(); ++axis) equation.letters.push_back(left[axis].atom);
  return equation;
}

void check_formula(const Trace& trace, const TraceTensor& step, double tolerance) {
  INFO("layer ", step.layer, ", ", std::string(step.name), ": ", step.formula());
  const Equation equation = equation_of(step);
  if (looks_up(equation.right)) return;
  Evaluator evaluate{trace, step.layer};
  Array expected = Array::from_shape(shape_of(step.tensor));
  for (std::size_t position = 0; position < expected.size(); ++position) {
    Letters letters;
    const auto index = xt::unravel_index(position, expected.shape());
    for (std::size_t axis = 0; axis < index.size(); ++axis) {
      letters[equation.letters[axis]] = static_cast<double>(index[axis]);
    }
    expected.flat(position) = evaluate(equation.right, letters);
  }
  CHECK(difference(step.tensor, expected, tolerance) == "");
  // Inputs come before the step.
  for (const TraceTensor* read : evaluate.read_tensors) {
    const auto is_it = [&](const TraceTensor& traced) { return &traced == read; };
    const auto own = std::ranges::find_if(trace.steps, [&](const TraceTensor& traced) { return &traced == &step; });
    INFO("reads ", std::string(read->name));
    CHECK((std::any_of(trace.steps.begin(), own, is_it) || std::ranges::any_of(trace.parameters, is_it)));
  }
}

}  // namespace

void check_formulas(const Scene& scene, double tolerance) {
  const Trace trace = value_of(attend(scene));
  for (const TraceTensor& step : trace.steps) check_formula(trace, step, tolerance);
  for (const TraceTensor& parameter : trace.parameters) CHECK(parameter.formula() == "");
}

}  // namespace self_attention::testing
