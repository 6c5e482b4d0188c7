// As much of ONNX's file format as a graph of a few operators needs (onnx.proto3, from which the field numbers are).

const text = new TextEncoder();

function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const more = rest > 127n;
    bytes.push(Number(rest & 127n) | (more ? 128 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Uint8Array.from(bytes);
}

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const number = (field, value) => joined([varint(field << 3), varint(value)]);
const float = (field, value) => joined([varint((field << 3) | 5), new Uint8Array(Float32Array.of(value).buffer)]);
const bytes = (field, value) => joined([varint((field << 3) | 2), varint(value.length), value]);
const string = (field, value) => bytes(field, text.encode(value));
const message = (field, ...parts) => bytes(field, joined(parts));

/** What a tensor is made of, as the format numbers it. */
const typeOf = (data) => (data instanceof Float32Array ? 1 : data instanceof Int32Array ? 6 : 7);

function attribute(name, value) {
  if (Array.isArray(value)) return message(5, string(1, name), ...value.map((item) => number(8, item)), number(20, 7));
  return Number.isInteger(value)
    ? message(5, string(1, name), number(3, value), number(20, 2))
    : message(5, string(1, name), float(2, value), number(20, 1));
}

/** One operator. `attributes` are whole numbers, lists of them, or (with a fraction) floats. */
export const node = (type, inputs, outputs, attributes = {}, domain = '') =>
  message(
    1,
    ...inputs.map((name) => string(1, name)),
    ...outputs.map((name) => string(2, name)),
    string(3, `${type} ${outputs[0]}`),
    string(4, type),
    ...Object.entries(attributes).map(([name, value]) => attribute(name, value)),
    string(7, domain),
  );

/** A constant: a Float32Array, an Int32Array, or a list of whole numbers (of 64 bits). */
export function constant(name, shape, data) {
  const raw = Array.isArray(data) ? BigInt64Array.from(data, BigInt) : data;
  return message(
    5,
    ...shape.map((extent) => number(1, extent)),
    number(2, typeOf(data)),
    string(8, name),
    bytes(9, new Uint8Array(raw.buffer, raw.byteOffset, raw.byteLength)),
  );
}

const value = (field, name, shape) =>
  message(
    field,
    string(1, name),
    message(2, message(1, number(1, 1), message(2, ...shape.map((extent) => message(1, number(1, extent)))))),
  );

/** What an operator leaves open about one of its results. */
export const known = (name, shape) => value(13, name, shape);

/** The bytes of a model: `inputs` and `outputs` are { name: shape }, `parts` what `node`, `constant` and `known` gave. */
export const model = (inputs, outputs, parts, opset) =>
  joined([
    number(1, 10),
    message(
      7,
      string(2, 'attention'),
      ...parts,
      ...Object.entries(inputs).map(([name, shape]) => value(11, name, shape)),
      ...Object.entries(outputs).map(([name, shape]) => value(12, name, shape)),
    ),
    message(8, string(1, ''), number(2, opset)),
    message(8, string(1, 'com.microsoft'), number(2, 1)),
  ]);
