"""q, k and v of models, against what these computed themselves, and what is refused."""

import base64
import re
import unittest
from array import array
from types import SimpleNamespace
from unittest import mock

import self_attention as sa
from self_attention._transformers import _head_count

try:
    import torch
except ImportError:
    raise unittest.SkipTest("torch is not here: apt-get install python3-torch")

from model_layouts import GPT2, Bert, Llama, LlamaOfItsOwn, apply_rotary_pos_emb, attentions, hidden
from models import runs
from torch import nn

import model_layouts


class Tokenizer:
    def __call__(self, text, return_tensors):
        return {"input_ids": torch.tensor([[len(word) for word in text.split()]])}

    def convert_ids_to_tokens(self, ids):
        return ["Ġ{}".format(one) for one in ids]


def numbers(packed):
    data = array("f")
    data.frombytes(base64.b64decode(packed["float32"]))
    return torch.tensor(data).reshape(packed["shape"])


class Unmasked(model_layouts.BertSelfAttention):
    """Takes any mask, and adds none."""

    def forward(self, hidden_states, attention_mask=None):
        return super().forward(hidden_states)


class RawBert(Bert):
    """Its layers get the mask as it is."""

    def __init__(self):
        super().__init__()
        for layer in self.encoder["layer"]:
            layer.attention["self"] = Unmasked(self.config)

    def forward(self, input_ids, mask, attention_mask=None):
        x = self.embeddings(input_ids)
        for layer in self.encoder["layer"]:
            x = layer(x, mask)
        return x


def keeping_a_cache(forward):
    return lambda self, x, past_key_values=None: forward(self, x)


IDS = torch.tensor([[5, 9, 2, 9, 31, 0]])


class Models(unittest.TestCase):
    def test_every_layer_has_the_q_k_and_v_of_the_model(self):
        for name, (model, inputs, batch) in runs().items():
            scene = sa.from_transformers(model, inputs, batch=batch).scene
            kept = attentions(model)
            layers = scene["embedding"]["layers"]
            self.assertEqual(len(layers), len(kept), name)
            for layer, own in zip(layers, kept):
                for part in "qkv":
                    expected = getattr(own, part)[batch].transpose(0, 1).flatten(1)
                    torch.testing.assert_close(numbers(layer[part]), expected, rtol=0, atol=1e-5)

    def test_heads_and_masks_are_those_of_the_model(self):
        made = {
            name: sa.from_transformers(model, inputs, batch=batch).scene["attention"]
            for name, (model, inputs, batch) in runs().items()
        }
        self.assertEqual(made["BERT"], {"heads": 3})
        self.assertEqual(made["BERT with padding"]["mask"], {"kind": "padding", "length": 4})
        self.assertEqual(made["GPT-2"], {"heads": 2, "mask": {"kind": "causal"}})
        self.assertEqual(made["Llama"], {"heads": 4, "kvHeads": 2, "mask": {"kind": "causal"}})
        window = made["Llama with a window and a scale"]
        self.assertEqual([window["mask"], window["scale"]], [{"kind": "window", "before": 2, "after": 0}, 0.9])
        self.assertEqual(made["Llama with padding in front"]["mask"]["visible"][3], [0, 0, 1, 1, 0, 0])

    def test_names_and_tokens(self):
        scene = sa.from_transformers(GPT2(), "a bb ccc", Tokenizer()).scene
        self.assertEqual(scene["tokens"], ["Ġ1", "Ġ2", "Ġ3"])
        self.assertEqual([layer["name"] for layer in scene["embedding"]["layers"]], ["h.0.attn", "h.1.attn"])
        self.assertEqual(sa.from_transformers(GPT2(), IDS).scene["tokens"], ["5", "9", "2", "9", "31", "0"])

    def test_options_replace_what_the_model_says(self):
        made = sa.from_transformers(Llama(), IDS, mask="none", temperature=2).scene["attention"]
        self.assertEqual([made["mask"], made["temperature"]], [{"kind": "none"}, 2])

    def test_the_model_is_as_it_was(self):
        model = Llama().train()
        model.layers[0].eval()
        modes = [module.training for module in model.modules()]
        sa.from_transformers(model, IDS)
        self.assertEqual([module.training for module in model.modules()], modes)
        self.assertIs(model_layouts.apply_rotary_pos_emb, apply_rotary_pos_emb)
        for module in model.modules():
            self.assertNotIn("forward", module.__dict__)
            self.assertFalse(module._forward_hooks)
        # Also after an error.
        with self.assertRaises(IndexError):
            sa.from_transformers(model, torch.tensor([[99]]))
        self.assertIs(model_layouts.apply_rotary_pos_emb, apply_rotary_pos_emb)
        self.assertEqual([module.training for module in model.modules()], modes)

    def refuses(self, words, *args, **options):
        with self.assertRaisesRegex(sa.SceneError, words):
            sa.from_transformers(*args, **options)

    def test_a_rotation_that_cannot_be_followed(self):
        self.refuses("LlamaOfItsOwn calls no apply_rotary_pos_emb", Llama(LlamaOfItsOwn), IDS)

    def test_a_rotation_that_did_not_run(self):
        def forward(self, hidden_states, position_embeddings, attention_mask=None):
            for part in (self.q_proj, self.k_proj, self.v_proj):
                part(hidden_states)
            return hidden_states

        # As in the same file, with the function in sight.
        own = type(forward)(forward.__code__, vars(model_layouts))
        with mock.patch.object(model_layouts.LlamaAttention, "forward", own):
            self.refuses("ran without apply_rotary_pos_emb", Llama(), IDS)

    def test_what_is_no_model_or_has_no_attention(self):
        self.refuses("model is a str", "bert", IDS)
        self.refuses("No attention was found in Linear.*c_attn", nn.Linear(2, 2), IDS)
        self.refuses("inputs is a list", Bert(), [[1, 2]])
        self.refuses("give a tokenizer", Bert(), "a b")
        self.refuses(r"\['input_ids'\] is a list.*return_tensors='pt'", Bert(), {"input_ids": [[1, 2]]})
        self.refuses(r"inputs is \(6,\).*ids\[None\]", Bert(), IDS[0])
        self.refuses(r"\['input_ids'\] is \(1, 0\)", Bert(), {"input_ids": IDS[:, :0]})

    def test_text_is_put_where_the_model_is(self):
        model = GPT2().to("meta")
        with mock.patch.object(model, "forward") as forward:
            self.refuses("ran without its attention", model, "a bb ccc", Tokenizer())
        self.assertEqual(forward.call_args.kwargs["input_ids"].device.type, "meta")

    def test_a_batch_and_a_stack_must_be_chosen(self):
        both = torch.cat([IDS, IDS])
        self.refuses(r"\(2, 6, 12\), a batch of 2; choose one with batch=0", Bert(), both)
        self.refuses("batch is 2", Bert(), both, batch=2)

        class Two(nn.Module):
            def __init__(self):
                super().__init__()
                self.a, self.b = Bert(), GPT2()

            def forward(self, input_ids):
                return self.a(input_ids), self.b(input_ids)

        self.refuses("'a.encoder.layer.*.attention.self', 'b.h.*.attn'", Two(), IDS)
        scene = sa.from_transformers(Two(), IDS, modules="b.h.*.attn", layout="gpt2").scene
        self.assertEqual(len(scene["embedding"]["layers"]), 2)

    def test_what_a_scene_has_no_step_for(self):
        self.refuses("own scale", GPT2(scale_attn_by_inverse_layer_idx=True), IDS)
        relative = Bert()
        relative.config.position_embedding_type = "relative_key"
        self.refuses("relative positions", relative, IDS)
        self.refuses("'heads'.*layout, mask", Bert(), IDS, heads=2)

    def test_models_whose_attention_is_not_known(self):
        for name in ("gpt_neo", "roformer", "swin", "longformer", "gpt_oss", "diffllama"):
            model = Llama()
            model.config.model_type = name
            self.refuses("'{}'.*layout='llama'".format(name), model, IDS)
        del model.config.model_type
        self.refuses("no config.model_type", model, IDS)
        made = sa.from_transformers(model, IDS, layout="llama").scene
        model.config.model_type = "mistral"
        self.assertEqual(sa.from_transformers(model, IDS).scene, made)
        del model.config.model_type
        self.refuses("modules of bert, but has those of llama", model, IDS, layout="bert")
        self.refuses("layout is 'gpt'", model, IDS, layout="gpt")

    def test_the_models_that_are_named_are_known(self):
        with self.assertRaises(sa.SceneError) as caught:
            sa.from_transformers(nn.Linear(2, 2), IDS)
        for names, make in (("query, key, value", Bert), ("q_proj, k_proj, v_proj", Llama), ("c_attn", GPT2)):
            found = re.search(r"{} \((.+?)\)".format(names), str(caught.exception)).group(1).split(", ")
            self.assertGreater(len(found), 0)
            for name in found:
                model = make()
                model.config.model_type = name
                self.assertTrue(sa.from_transformers(model, IDS).scene["embedding"]["layers"])

    def test_a_window_of_which_no_mask_tells(self):
        model = GPT2(sliding_window=3)
        self.refuses("window of 3", model, IDS)
        sa.from_transformers(model, IDS, mask="causal")

    def test_heads_are_those_of_the_module(self):
        module = SimpleNamespace(num_heads=3, config=SimpleNamespace(num_attention_heads=6))
        model = SimpleNamespace(config=SimpleNamespace(num_attention_heads=12))
        self.assertEqual(_head_count(model, module, "decoder"), 3)
        del module.num_heads
        self.assertEqual(_head_count(model, module, "decoder"), 6)

    def test_a_decoder_does_not_read_the_ids_of_the_encoder(self):
        class Both(nn.Module):
            def __init__(self):
                super().__init__()
                self.config = SimpleNamespace(is_encoder_decoder=True)
                self.encoder, self.decoder = Bert(), GPT2()

            def forward(self, input_ids, attention_mask, decoder_input_ids):
                return self.encoder(input_ids, attention_mask), self.decoder(decoder_input_ids)

        inputs = {"input_ids": IDS, "attention_mask": torch.tensor([[1, 1, 1, 1, 0, 0]]), "decoder_input_ids": IDS + 1}
        decoder = {"modules": "decoder.h.*.attn", "layout": "gpt2"}
        self.refuses("does not read input_ids", Both(), inputs, **decoder)
        scene = sa.from_transformers(Both(), inputs, tokens=list("abcdef"), **decoder).scene
        self.assertEqual([scene["tokens"], scene["attention"]["mask"]], [list("abcdef"), {"kind": "causal"}])
        other = Both()
        other.decoder = nn.ModuleDict({"bert": Bert()})
        other.forward = lambda input_ids, decoder_input_ids, **_: other.decoder["bert"](decoder_input_ids)
        self.refuses(
            "does not read input_ids", other, inputs, modules="decoder.bert.encoder.layer.*.attention.self", layout="bert"
        )
        encoder = sa.from_transformers(Both(), inputs, modules="encoder.encoder.layer.*.attention.self", layout="bert").scene
        self.assertEqual([encoder["tokens"][0], encoder["attention"]["mask"]["kind"]], ["5", "padding"])

    def test_masks_of_every_head(self):
        causal = torch.ones(6, 6).tril().bool()
        other = causal.clone()
        other[5, 0] = False
        same = hidden(causal).expand(1, 3, 6, 6)
        model = RawBert()
        scene = sa.from_transformers(model, {"input_ids": IDS, "mask": same}).scene
        self.assertEqual(scene["attention"]["mask"], {"kind": "causal"})
        for mask in (causal[None, None], hidden(causal)[None, None], hidden(causal)[None, None] / 1e30, same.bfloat16()):
            self.assertEqual(sa.from_transformers(model, {"input_ids": IDS, "mask": mask}).scene["attention"], scene["attention"])
        three = hidden(torch.stack([causal, other, causal])[None])
        self.refuses(r"\(1, 3, 6, 6\), which differs between its heads", model, {"input_ids": IDS, "mask": three})
        sa.from_transformers(model, {"input_ids": IDS, "mask": three}, mask="causal")

    def test_masks_that_are_not_understood(self):
        for mask, words in (
            (torch.zeros(1, 1, 6, 1), r"\(1, 1, 6, 1\); expected \(B, 1, T, T\) with 6 tokens"),
            (torch.zeros(1, 3, 1, 1), r"\(1, 3, 1, 1\)"),
            (torch.zeros(1, 6, 6), r"\(1, 6, 6\)"),
            (torch.full((1, 1, 6, 6), -0.5), r"\(1, 1, 6, 6\) with -0.5"),
            (torch.ones(1, 1, 6, 6), r"\(1, 1, 6, 6\) with 1"),
            (torch.zeros(1, 1, 6, 6).long(), "of torch.int64"),
            (torch.full((1, 1, 6, 6), float("nan")), "with nan"),
        ):
            self.refuses(words, RawBert(), {"input_ids": IDS, "mask": mask})
        self.refuses("inputs has head_mask", Bert(), {"input_ids": IDS, "head_mask": torch.ones(3, 3)})
        self.refuses(r"attention_mask is \(1, 4\)", RawBert(), {"input_ids": IDS, "mask": None, "attention_mask": torch.ones(1, 4)})
        # One line for a batch of two.
        both = {"input_ids": torch.cat([IDS, IDS]), "mask": None, "attention_mask": torch.tensor([[1, 1, 1, 1, 0, 0]])}
        made = sa.from_transformers(RawBert(), both, batch=1).scene["attention"]
        self.assertEqual(made["mask"], {"kind": "padding", "length": 4})

    def test_keys_of_earlier_runs(self):
        past = [(torch.zeros(1, 3, 4, 4), torch.zeros(1, 3, 4, 4))] * 3
        for name in ("past_key_values", "layer_past"):
            self.refuses("inputs has {}, a cache.*all tokens".format(name), Bert(), {"input_ids": IDS, name: past})
        wide = torch.ones(6, 9).tril().bool()[None, None]
        # A cache of a fixed size has hidden columns at its end.
        made = sa.from_transformers(RawBert(), {"input_ids": IDS, "mask": wide}).scene
        self.assertEqual(made["attention"]["mask"], {"kind": "causal"})
        shown = torch.ones(6, 9).tril(3).bool()[None, None]
        for options in ({}, {"mask": "causal"}):
            for mask in (shown, hidden(shown), hidden(shown)[:, :, 5:]):
                given = {"input_ids": IDS, "mask": mask}
                self.refuses(r"more keys than the 6 of this run", RawBert(), given, **options)

    def test_caches_that_the_model_makes(self):
        class Cache:
            def __init__(self, length):
                self.length = length

            def get_seq_length(self, layer_idx=0):
                return self.length

        class Caching(Bert):
            def forward(self, input_ids):
                x = self.embeddings(input_ids)
                for layer in self.encoder["layer"]:
                    layer.attention["self"](x, past_key_values=self.cache)
                    self.cache.length += self.step
                return x

        model = Caching()
        with mock.patch.object(model_layouts.BertSelfAttention, "forward", keeping_a_cache(model_layouts.BertSelfAttention.forward)):
            model.cache, model.step = Cache(0), 6
            self.assertEqual(len(sa.from_transformers(model, IDS).scene["embedding"]["layers"]), 3)
            model.cache = Cache(4)
            self.refuses("attention.self has past_key_values", model, IDS)

    def test_attention_across_sequences(self):
        class Cross(nn.Module):
            def __init__(self):
                super().__init__()
                self.bert = Bert()

            def forward(self, input_ids):
                x = self.bert.embeddings(input_ids)
                return self.bert.encoder["layer"][0].attention["self"](x, x)

        self.refuses("another sequence", Cross(), IDS, layout="bert")


if __name__ == "__main__":
    unittest.main()
