"""Prints the scenes of models, and the weights that the models computed: JSON for tests/node/notebook/models.test.mjs."""

import json

import self_attention as sa

from model_layouts import attentions
from models import runs

print(
    json.dumps(
        {
            name: {
                "scene": sa.from_transformers(model, inputs, batch=batch).scene,
                # In training, these would differ in the next run.
                "weights": [kept.weights[batch].tolist() for kept in attentions(model)],
                "q": [kept.q[batch].tolist() for kept in attentions(model)],
                "z": [(kept.weights @ kept.v.repeat_interleave(kept.q.shape[1] // kept.k.shape[1], 1))[batch].tolist() for kept in attentions(model)],
            }
            for name, (model, inputs, batch) in runs().items()
        }
    )
)
