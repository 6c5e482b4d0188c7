/** Programs of the cases that do not depend on a library. NumPy and PyTorch run them in the tests. */
export const corners = `import torch

T_q, T_k = 2, 5
top_left = torch.ones(T_q, T_k, dtype=torch.bool).tril()
bottom_right = torch.ones(T_q, T_k, dtype=torch.bool).tril(diagonal=T_k - T_q)
print(top_left)
print(bottom_right)
`;

export const emptyRow = `import torch

scores = torch.tensor([1.0, 2.0, 3.0])
hidden = torch.tensor([True, True, True])
print(scores.masked_fill(hidden, float("-inf")).softmax(-1))                    # NaN
print(scores.masked_fill(hidden, torch.finfo(scores.dtype).min).softmax(-1))    # equal weights
print(scores.masked_fill(hidden, float("-inf")).softmax(-1).nan_to_num(0.0))    # zeros

# With a mask that is added, the gradient is NaN nevertheless.
scores.requires_grad_()
(scores + float("-inf")).softmax(-1).nan_to_num(0.0).sum().backward()
print(scores.grad)
`;

export const after = `import torch

scores = torch.tensor([1.2, 0.4, -0.3, 0.8, 0.1])
visible = torch.tensor([True, False, False, False, False])
print(scores.masked_fill(~visible, float("-inf")).softmax(-1).sum())   # 1
print((scores.softmax(-1) * visible).sum())                            # less than 1
`;

export const half = `import numpy as np

def softmax(row):
    with np.errstate(invalid="ignore"):
        shifted = np.exp(row.astype(np.float32) - row.max().astype(np.float32))
    return shifted / shifted.sum()

for number in (-1e4, -1e9, np.finfo(np.float16).min):
    for kind in (np.float32, np.float16):
        with np.errstate(over="ignore"):
            row = np.array([1, 2, 3], kind) + np.array(number).astype(kind)
        print(kind.__name__, row, softmax(row))
`;

export const padded = `import torch
import torch.nn.functional as F

logits = torch.randn(1, 5, 10)                      # (B, T, words)
targets = torch.tensor([[4, 7, 2, -100, -100]])     # -100 where there is padding
loss = F.cross_entropy(logits.transpose(1, 2), targets, ignore_index=-100)
print(loss)
`;
