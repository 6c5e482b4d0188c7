"""Runs of the models that the tests compare with: {name: (model, inputs)}."""

import torch

from model_layouts import GPT2, Bert, Llama, hidden


def runs():
    torch.manual_seed(7)
    ids = torch.tensor([[5, 9, 2, 9, 31, 0]])
    pair = torch.tensor([[5, 9, 2, 9, 31, 0], [1, 2, 3, 4, 5, 6]])
    last = torch.tensor([[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 0, 0]])
    left = torch.tensor([[1, 1, 1, 1, 1, 1], [0, 0, 1, 1, 1, 1]])
    every_head = hidden(torch.ones(6, 6).tril(1).bool()).expand(1, 3, 6, 6)
    return {
        "BERT": (Bert(), {"input_ids": ids}, 0),
        "BERT with padding": (Bert(), {"input_ids": pair, "attention_mask": last}, 1),
        "BERT with one mask for every head": (Bert(), {"input_ids": ids, "attention_mask": every_head}, 0),
        "GPT-2": (GPT2(), {"input_ids": ids}, 0),
        "GPT-2 with padding": (GPT2(), {"input_ids": pair, "attention_mask": last}, 1),
        "Llama": (Llama(), {"input_ids": ids}, 0),
        "Llama with a window and a scale": (Llama(window=3, scaling=0.9), {"input_ids": ids}, 0),
        "Llama with norms of q and k": (Llama(has_norms=True), {"input_ids": pair}, 1),
        "Llama with padding in front": (Llama(), {"input_ids": pair, "attention_mask": left}, 1),
    }
