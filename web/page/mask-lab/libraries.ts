import type { EmptyRows } from '../../core/types.ts';
import type { Rows } from '../../scene/types.ts';
import { type MaskKind, pythonRules, pythonSequences, SIZE } from './kinds.ts';

export const libraries = ['torchLayer', 'torchFunction', 'transformers', 'keras', 'jax', 'onnx'] as const;
export type Library = (typeof libraries)[number];

/** What a mask means to a library, and how a program passes one. */
interface Convention {
  readonly name: string;
  /** What True means. */
  readonly meaning: 'hides' | 'keeps';
  /** What a query gets that sees nothing. */
  readonly emptyRows: EmptyRows;
  /** What the project's tests ran the call with. Null: nothing that the tests can install has it. */
  readonly testedWith: string | null;
  /** The shape of the array, and what it broadcasts to. */
  shape(kind: MaskKind): string;
  code(kind: MaskKind, painted: Rows): string;
}

/** How one array library writes a mask. */
interface Arrays {
  readonly name: string;
  readonly array: (text: string) => string;
}
const torch: Arrays = { name: 'torch', array: (text) => `torch.tensor(${text})` };
const numpy: Arrays = { name: 'np', array: (text) => `np.array(${text})` };
const jnp: Arrays = { name: 'jnp', array: (text) => `jnp.array(${text})` };

function visibleLines({ name, array }: Arrays, kind: MaskKind, painted: Rows): string[] {
  if (kind === 'painted') {
    const rows = painted.map((row) => `    [${row.map((cell) => (cell === 1 ? 'True' : 'False')).join(', ')}],`);
    return [`visible = ${array(`[\n${rows.join('\n')}\n]`)}`];
  }
  if (kind === 'packed') return [`sequence = ${array(pythonSequences)}`, 'visible = sequence[:, None] == sequence'];
  const reads = pythonRules[kind].includes('i');
  const indices = reads ? `i, j = ${name}.arange(T)[:, None], ${name}.arange(T)` : `j = ${name}.arange(T)`;
  return [indices, `visible = ${pythonRules[kind]}`];
}

const lines = (...parts: readonly (string | readonly string[])[]): string => `${parts.flat().join('\n')}\n`;
/** Of padding, one row is the same for all queries. */
const isOfKeys = (kind: MaskKind): boolean => kind === 'padding';
const T = SIZE;

export const conventions: Readonly<Record<Library, Convention>> = {
  torchLayer: {
    name: 'PyTorch nn.MultiheadAttention',
    meaning: 'hides',
    emptyRows: 'nan',
    testedWith: 'PyTorch 1.13',
    shape: (kind) =>
      isOfKeys(kind)
        ? `key_padding_mask: (B, T_k) = (1, ${T}) → (B·H, T_q, T_k)`
        : `attn_mask: (T_q, T_k) = (${T}, ${T}) → (B·H, T_q, T_k)`,
    code: (kind, painted) =>
      lines(
        'import torch\n',
        `T, d = ${T}, 8`,
        visibleLines(torch, kind, painted),
        'layer = torch.nn.MultiheadAttention(d, num_heads=2, batch_first=True)',
        'x = torch.randn(1, T, d)',
        isOfKeys(kind)
          ? 'output, weights = layer(x, x, x, key_padding_mask=~visible[None])  # True hides'
          : 'output, weights = layer(x, x, x, attn_mask=~visible)  # True hides',
        'print(weights[0])',
      ),
  },
  torchFunction: {
    name: 'PyTorch F.scaled_dot_product_attention',
    meaning: 'keeps',
    emptyRows: 'zeros',
    testedWith: null,
    shape: (kind) =>
      isOfKeys(kind)
        ? `attn_mask: (1, 1, 1, T_k) = (1, 1, 1, ${T}) → (B, H, T_q, T_k)`
        : `attn_mask: (T_q, T_k) = (${T}, ${T}) → (B, H, T_q, T_k)`,
    code: (kind, painted) =>
      lines(
        'import torch',
        'import torch.nn.functional as F\n',
        `T, d = ${T}, 8`,
        visibleLines(torch, kind, painted),
        'q, k = torch.randn(2, 1, 2, T, d)  # (B, H, T, d) each',
        'v = torch.eye(T).expand(1, 2, T, T)  # with the identity, the output is the weights',
        `weights = F.scaled_dot_product_attention(q, k, v, attn_mask=visible${isOfKeys(kind) ? '[None, None, None]' : ''})  # True keeps`,
        'print(weights[0, 0])',
      ),
  },
  transformers: {
    name: 'Hugging Face Transformers',
    meaning: 'keeps',
    emptyRows: 'uniform',
    testedWith: null,
    shape: (kind) =>
      isOfKeys(kind)
        ? `attention_mask: (B, T_k) = (1, ${T}) → (B, H, T_q, T_k)`
        : `attention_mask: (B, T_q, T_k) = (1, ${T}, ${T}) → (B, H, T_q, T_k)`,
    code: (kind, painted) =>
      lines(
        'import torch',
        'from transformers import BertConfig, BertModel\n',
        `T = ${T}`,
        visibleLines(torch, kind, painted),
        'config = BertConfig(vocab_size=30, hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8,',
        '                    attn_implementation="eager")',
        'model = BertModel(config).eval()',
        'ids = torch.arange(T)[None]',
        'result = model(ids, attention_mask=visible[None].long(), output_attentions=True)  # 1 keeps',
        'print(result.attentions[0][0, 0])',
      ),
  },
  keras: {
    name: 'Keras MultiHeadAttention',
    meaning: 'keeps',
    emptyRows: 'uniform',
    testedWith: null,
    shape: (kind) =>
      isOfKeys(kind)
        ? `attention_mask: (B, 1, T_k) = (1, 1, ${T}) → (B, H, T_q, T_k)`
        : `attention_mask: (B, T_q, T_k) = (1, ${T}, ${T}) → (B, H, T_q, T_k)`,
    code: (kind, painted) =>
      lines(
        'import keras',
        'import numpy as np\n',
        `T, d = ${T}, 8`,
        visibleLines(numpy, kind, painted),
        'layer = keras.layers.MultiHeadAttention(num_heads=2, key_dim=4)',
        'x = np.random.rand(1, T, d).astype("float32")',
        `mask = visible[None${isOfKeys(kind) ? ', None' : ''}]  # True keeps`,
        'output, weights = layer(x, x, attention_mask=mask, return_attention_scores=True)',
        'print(weights[0, 0])',
      ),
  },
  jax: {
    name: 'JAX jax.nn.dot_product_attention',
    meaning: 'keeps',
    emptyRows: 'uniform',
    testedWith: null,
    shape: (kind) =>
      isOfKeys(kind)
        ? `mask: (1, 1, 1, T_k) = (1, 1, 1, ${T}) → (B, H, T_q, T_k)`
        : `mask: (1, 1, T_q, T_k) = (1, 1, ${T}, ${T}) → (B, H, T_q, T_k)`,
    code: (kind, painted) =>
      lines(
        'import jax',
        'import jax.numpy as jnp\n',
        `T = d = ${T}`,
        visibleLines(jnp, kind, painted),
        'q, k = jax.random.normal(jax.random.key(0), (2, 1, T, 2, d))  # (B, T, H, d) each',
        'v = jnp.broadcast_to(jnp.eye(T)[None, :, None], (1, T, 2, d))  # with the identity, the output is the weights',
        `mask = visible[None, None${isOfKeys(kind) ? ', None' : ''}]  # True keeps`,
        'weights = jax.nn.dot_product_attention(q, k, v, mask=mask)',
        'print(weights[0, :, 0])',
      ),
  },
  onnx: {
    name: 'ONNX Attention',
    meaning: 'keeps',
    emptyRows: 'nan',
    testedWith: null,
    shape: (kind) =>
      isOfKeys(kind)
        ? `attn_mask: (1, T_k) = (1, ${T}) → (B, H, T_q, T_k)`
        : `attn_mask: (T_q, T_k) = (${T}, ${T}) → (B, H, T_q, T_k)`,
    code: (kind, painted) =>
      lines(
        'import numpy as np',
        'from onnx import TensorProto, helper',
        'from onnx.reference import ReferenceEvaluator\n',
        `T = ${T}`,
        visibleLines(numpy, kind, painted),
        `mask = visible${isOfKeys(kind) ? '[None]' : ''}  # True keeps`,
        'value = helper.make_tensor_value_info',
        'given = [value(name, TensorProto.FLOAT, [1, 2, T, T]) for name in ("q", "k", "v")]',
        'given.append(value("mask", TensorProto.BOOL, mask.shape))',
        'node = helper.make_node("Attention", ["q", "k", "v", "mask"], ["y"])',
        'graph = helper.make_graph([node], "attention", given, [value("y", TensorProto.FLOAT, [1, 2, T, T])])',
        'model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)])',
        'q, k = np.random.rand(2, 1, 2, T, T).astype("float32")  # (B, H, T, d) each',
        'v = np.broadcast_to(np.eye(T, dtype="float32"), q.shape)  # with the identity, the output is the weights',
        'weights, = ReferenceEvaluator(model).run(None, {"q": q, "k": k, "v": v, "mask": mask})',
        'print(weights[0, 0])',
      ),
  },
};
