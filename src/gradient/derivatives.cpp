#include "derivatives.hpp"

#include <map>

#include "../steps/steps.hpp"

namespace self_attention {

using namespace steps;

const Derivative* derivative_of(Compute compute) {
  static const std::map<Compute, Derivative> all{
      {bias, {bias_backward, bias_backward_formula}},
      {static_cast<Compute>(cap), {cap_backward, cap_backward_formula}},
      {embed, {embed_backward, embed_backward_formula}},
      {linear, {linear_backward, linear_backward_formula}},
      {linear_relu, {linear_relu_backward, linear_relu_backward_formula}},
      {linear_gelu, {linear_gelu_backward, linear_gelu_backward_formula}},
      {add, {add_backward, add_backward_formula}},
      {copy, {copy_backward, copy_backward_formula}},
      {mask_scores, {mask_scores_backward, mask_scores_backward_formula}},
      {merge, {merge_backward, merge_backward_formula}},
      {merge_through, {merge_through_backward, merge_through_backward_formula}},
      {mix, {mix_backward, mix_backward_formula}},
      {weigh, {weigh_backward, weigh_backward_formula}},
      {sum_weighted, {sum_weighted_backward, sum_weighted_backward_formula}},
      {mean_of_rows, {mean_of_rows_backward, mean_of_rows_backward_formula}},
      {variance_of_rows, {variance_of_rows_backward, variance_of_rows_backward_formula}},
      {mean_square_of_rows, {mean_square_of_rows_backward, mean_square_of_rows_backward_formula}},
      {norm, {norm_backward, norm_backward_formula}},
      {position, {position_backward, position_backward_formula}},
      {position_beside, {position_beside_backward, position_beside_backward_formula}},
      {project, {project_backward, project_backward_formula}},
      {relate, {relate_backward, relate_backward_formula}},
      {rotate, {rotate_backward, rotate_backward_formula}},
      {scale, {scale_backward, scale_backward_formula}},
      {score, {score_backward, score_backward_formula}},
      {score_cosine, {score_cosine_backward, score_cosine_backward_formula}},
      {project_heads, {project_heads_backward, project_heads_backward_formula}},
      {score_additive, {score_additive_backward, score_additive_backward_formula}},
      {softmax, {softmax_backward, softmax_backward_formula, softmax_jacobian_formula}},
      {sparsemax, {sparsemax_backward, sparsemax_backward_formula, sparsemax_jacobian_formula}},
  };
  const auto found = all.find(compute);
  return found == all.end() ? nullptr : &found->second;
}

}  // namespace self_attention
