"""Small models with random weights, in the layouts that Hugging Face Transformers gives to BERT, GPT-2 and Llama.

Names of modules, shapes of projections, the rotation and its place are those of its modeling files. Each attention keeps
the q, k, v and weights that it computed in `kept`, for the tests to compare with.
"""

import math
from types import SimpleNamespace

import torch
from torch import nn


class Conv1D(nn.Module):
    """A linear layer with its weight transposed, as GPT-2 has it."""

    def __init__(self, out, width):
        super().__init__()
        self.weight, self.bias = nn.Parameter(torch.randn(width, out) * 0.3), nn.Parameter(torch.randn(out) * 0.1)

    def forward(self, x):
        return x @ self.weight + self.bias


def split(x, heads):
    return x.view(*x.shape[:2], heads, -1).transpose(1, 2)


def attend(module, q, k, v, mask, scale=None):
    groups = q.shape[1] // k.shape[1]
    scores = q @ k.repeat_interleave(groups, 1).transpose(2, 3) * (scale or 1 / math.sqrt(q.shape[-1]))
    if mask is not None:
        scores = scores + mask
    weights = torch.softmax(scores, -1)
    # In training, dropout changes the weights that the values get.
    weights = nn.functional.dropout(weights, 0.5, module.training)
    module.kept = SimpleNamespace(q=q, k=k, v=v, weights=weights)
    return (weights @ v.repeat_interleave(groups, 1)).transpose(1, 2).flatten(2)


def hidden(visible):
    """A mask that is added."""
    return torch.zeros(visible.shape).masked_fill(~visible, torch.finfo(torch.float32).min)


class BertSelfAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.num_attention_heads = config.num_attention_heads
        width = config.hidden_size
        self.query, self.key, self.value = (nn.Linear(width, width) for _ in range(3))

    def forward(self, hidden_states, attention_mask=None):
        q, k, v = (split(part(hidden_states), self.num_attention_heads) for part in (self.query, self.key, self.value))
        return attend(self, q, k, v, attention_mask)


class BertLayer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.attention = nn.ModuleDict({"self": BertSelfAttention(config), "output": nn.Linear(config.hidden_size, config.hidden_size)})

    def forward(self, x, mask):
        return x + self.attention["output"](self.attention["self"](x, attention_mask=mask))


class Bert(nn.Module):
    def __init__(self):
        super().__init__()
        self.config = SimpleNamespace(model_type="bert", num_attention_heads=3, hidden_size=12, is_decoder=False)
        self.embeddings = nn.Embedding(40, 12)
        self.encoder = nn.ModuleDict({"layer": nn.ModuleList(BertLayer(self.config) for _ in range(3))})

    def forward(self, input_ids, attention_mask=None):
        mask = attention_mask
        if mask is not None and mask.ndim == 2:
            mask = hidden(mask[:, None, None, :].bool())
        x = self.embeddings(input_ids)
        for layer in self.encoder["layer"]:
            x = layer(x, mask)
        return x


class GPT2Attention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.num_heads, self.split_size = config.n_head, config.n_embd
        self.c_attn = Conv1D(3 * config.n_embd, config.n_embd)
        self.c_proj = Conv1D(config.n_embd, config.n_embd)

    def forward(self, hidden_states, attention_mask=None):
        q, k, v = (split(part, self.num_heads) for part in self.c_attn(hidden_states).split(self.split_size, dim=2))
        size = q.shape[2]
        mask = hidden(torch.ones(size, size).tril().bool())
        return self.c_proj(attend(self, q, k, v, mask if attention_mask is None else mask + attention_mask))


class GPT2(nn.Module):
    def __init__(self, **settings):
        super().__init__()
        self.config = SimpleNamespace(**{"model_type": "gpt2", "n_head": 2, "n_embd": 8, **settings})
        self.wte = nn.Embedding(40, 8)
        self.h = nn.ModuleList(nn.ModuleDict({"attn": GPT2Attention(self.config)}) for _ in range(2))

    def forward(self, input_ids, attention_mask=None):
        x = self.wte(input_ids)
        mask = None if attention_mask is None else hidden(attention_mask[:, None, None, :].bool())
        for block in self.h:
            x = x + block["attn"](x, mask)
        return x


def rotate_half(x):
    half = x.shape[-1] // 2
    return torch.cat((-x[..., half:], x[..., :half]), -1)


def apply_rotary_pos_emb(q, k, cos, sin, unsqueeze_dim=1):
    cos, sin = cos.unsqueeze(unsqueeze_dim), sin.unsqueeze(unsqueeze_dim)
    return q * cos + rotate_half(q) * sin, k * cos + rotate_half(k) * sin


class LlamaRotaryEmbedding(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.register_buffer("inv_freq", 1 / 10000 ** (torch.arange(0, width, 2) / width), persistent=False)

    def forward(self, x):
        angles = torch.arange(x.shape[1])[:, None] * self.inv_freq
        angles = torch.cat((angles, angles), -1)[None]
        return angles.cos(), angles.sin()


class LlamaAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config, self.head_dim = config, config.head_dim
        width, size = config.hidden_size, config.head_dim
        self.q_proj = nn.Linear(width, config.num_attention_heads * size, bias=False)
        self.k_proj = nn.Linear(width, config.num_key_value_heads * size, bias=False)
        self.v_proj = nn.Linear(width, config.num_key_value_heads * size, bias=False)
        self.o_proj = nn.Linear(config.num_attention_heads * size, width, bias=False)
        self.scaling = config.scaling
        if config.has_norms:
            self.q_norm, self.k_norm = nn.LayerNorm(size), nn.LayerNorm(size)

    def forward(self, hidden_states, position_embeddings, attention_mask=None):
        config = self.config
        q = split(self.q_proj(hidden_states), config.num_attention_heads)
        k = split(self.k_proj(hidden_states), config.num_key_value_heads)
        v = split(self.v_proj(hidden_states), config.num_key_value_heads)
        if config.has_norms:
            q, k = self.q_norm(q), self.k_norm(k)
        q, k = apply_rotary_pos_emb(q, k, *position_embeddings)
        return self.o_proj(attend(self, q, k, v, attention_mask, self.scaling))


class LlamaOfItsOwn(LlamaAttention):
    """Rotates by itself, where nothing can follow."""

    def forward(self, hidden_states, position_embeddings, attention_mask=None):
        return LlamaAttention.forward(self, hidden_states, position_embeddings, attention_mask)


# As in another file, without that function.
LlamaOfItsOwn.forward = type(LlamaOfItsOwn.forward)(
    LlamaOfItsOwn.forward.__code__, {"LlamaAttention": LlamaAttention, "__builtins__": __builtins__}
)


class Llama(nn.Module):
    def __init__(self, attention=LlamaAttention, window=None, scaling=None, has_norms=False):
        super().__init__()
        self.config = SimpleNamespace(
            **{"model_type": "llama", "num_attention_heads": 4, "num_key_value_heads": 2, "hidden_size": 16, "head_dim": 6},
            **{"scaling": scaling or 6**-0.5, "has_norms": has_norms},
        )
        self.window = window
        self.embed_tokens = nn.Embedding(40, 16)
        self.layers = nn.ModuleList(nn.ModuleDict({"self_attn": attention(self.config)}) for _ in range(2))
        self.rotary_emb = LlamaRotaryEmbedding(6)

    def forward(self, input_ids, attention_mask=None):
        x = self.embed_tokens(input_ids)
        size = x.shape[1]
        visible = torch.ones(size, size).tril().bool()
        if self.window is not None:
            visible &= torch.ones(size, size).triu(1 - self.window).bool()
        visible = visible[None, None].expand(x.shape[0], 1, size, size)
        if attention_mask is not None:
            visible = visible & attention_mask[:, None, None, :].bool()
        for layer in self.layers:
            x = x + layer["self_attn"](x, self.rotary_emb(x), attention_mask=hidden(visible))
        return x


def attentions(model):
    """What each attention of the model kept, in the order of the layers."""
    return [module.kept for module in model.modules() if hasattr(module, "kept")]
