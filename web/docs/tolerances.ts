/**
 * How far the core's float32 numbers may be from the true ones. `held` is the line of the test that says so:
 * tests/node/docs/guides.test.mjs looks whether it is still there.
 */
interface Tolerance {
  readonly what: string;
  readonly against: string;
  /** Without a unit: of the tensor's largest finite number. */
  readonly apart: string;
  readonly test: string;
  readonly held: string;
}

const double = 'plain loops in double precision';

export const tolerances: readonly Tolerance[] = [
  {
    what: 'matrix products (kernel)',
    against: double,
    apart: '(k + 1) · 2⁻²⁴ of the sum of the terms’ sizes, for k terms',
    test: 'tests/core/kernels_test.cpp',
    held: 'static_cast<double>(k + 1) * 0x1p-24 * magnitude',
  },
  {
    what: 'exp (kernel)',
    against: double,
    apart: '1.35 ulp',
    test: 'tests/core/kernels_exp_test.cpp',
    held: 'constexpr double bound = 1.35;',
  },
  {
    what: '`q` `k` `v`',
    against: double,
    apart: '1e-6',
    test: 'tests/core/project_test.cpp',
    held: 'difference(projected(x, {w, b}, heads), expected, 1e-6)',
  },
  {
    what: '`scores`, dot product',
    against: double,
    apart: '1e-6',
    test: 'tests/core/score_test.cpp',
    held: 'difference(scores_of(q, k), expected, 1e-6)',
  },
  {
    what: '`scores`, other score functions',
    against: 'numbers worked out by hand',
    apart: '1e-6 of each number',
    test: 'tests/core/score_functions_test.cpp',
    held: 'doctest::Approx(2 * std::tanh(1 + 1.0)).epsilon(1e-6)',
  },
  {
    what: '`capped`',
    against: 'numbers worked out by hand',
    apart: '1e-6',
    test: 'tests/core/cap_test.cpp',
    held: 'difference(capped_of(heads({{scaled}}), softcap), Heads{{expected}}, 1e-6)',
  },
  {
    what: '`weights`, softmax',
    against: double,
    apart: '1e-5',
    test: 'tests/core/softmax_test.cpp',
    held: 'difference(softmax(scores, temperature), expected, 1e-5)',
  },
  {
    what: 'a row of `weights`',
    against: '1, their sum',
    apart: '1e-6',
    test: 'tests/core/softmax_test.cpp',
    held: 'CHECK(sum_of(row) == doctest::Approx(1).epsilon(1e-6));',
  },
  {
    what: '`skewed`, relative positions',
    against: 'relative scores computed the plain way',
    apart: '1e-6',
    test: 'tests/core/relative_test.cpp',
    held: 'CHECK(apart(relative_scene(tokens, 12, heads)) <= 1e-6);',
  },
  {
    what: '`z`',
    against: double,
    apart: '1e-6',
    test: 'tests/core/mix_test.cpp',
    held: 'difference(mixed(heads(expected.weights), v), expected.z, 1e-6)',
  },
  {
    what: '`output`',
    against: double,
    apart: '1e-6',
    test: 'tests/core/merge_test.cpp',
    held: 'difference(merged(z, {w_o, b_o}), expected, 1e-6)',
  },
  {
    what: 'every step of `attend`, one after the other',
    against: `the whole scene in ${double}`,
    apart: '2e-5',
    test: 'tests/core/oracle.hpp',
    held: 'Trace checked_trace(const Scene& scene, double tolerance = 2e-5);',
  },
  {
    what: 'every step of `attend`, by itself',
    against: 'its formula, from the tensors before it',
    apart: '2e-6',
    test: 'tests/core/formula.hpp',
    held: 'void check_formulas(const Scene& scene, double tolerance = 2e-6);',
  },
  {
    what: 'the same, in layers without a norm',
    against: 'its formula, from the tensors before it',
    apart: '1e-5',
    test: 'tests/core/formula_test.cpp',
    held: 'check_formulas(scene, 1e-5);',
  },
  {
    what: '`scaledDotProductAttention`',
    against: double,
    apart: '1e-5',
    test: 'tests/core/scaled_dot_product_attention_test.cpp',
    held: 'if (rank == 4) return difference(actual, expected, 1e-5);',
  },
  {
    what: '`multiHeadAttention`',
    against: double,
    apart: '1e-5',
    test: 'tests/node/core/layer.test.mjs',
    held: 'assert.ok(difference(actual[name], expected[name]) < 1e-5, name);',
  },
  {
    what: '`trace.variance`',
    against: double,
    apart: '1e-12 of the variance',
    test: 'tests/node/core/layers.test.mjs',
    held: 'assert.ok(Math.abs(trace.variance(name) - expected) <= 1e-12 * expected, name);',
  },
  {
    what: '`trace.update`',
    against: 'computing the whole scene',
    apart: 'nothing: the same bits',
    test: 'tests/core/session_test.cpp',
    held: 'any run of edits gives the bits of computing from nothing',
  },
  {
    what: 'the lessons',
    against: 'the numbers printed in their sources',
    apart: 'half a unit of the last printed digit',
    test: 'tests/core/golden_test.cpp',
    held: 'return 0.5 * std::pow(10, power - static_cast<double>(exponent - point - 1));',
  },
  {
    what: 'relaxed SIMD',
    against: 'plain SIMD',
    apart: '2⁻²⁰',
    test: 'tests/node/core/load.test.mjs',
    held: 'assert.ok(difference <= 2 ** -20,',
  },
];
