// .npy, .npz and .safetensors files made byte by byte, as numpy.lib.format, the ZIP application note and the description of safetensors specify them.
import { deflateRawSync, crc32 as nodeCrc32 } from 'node:zlib';

const writers = {
  b1: [1, (view, at, value) => view.setUint8(at, value)],
  i1: [1, (view, at, value) => view.setInt8(at, value)],
  u1: [1, (view, at, value) => view.setUint8(at, value)],
  i2: [2, (view, at, value, little) => view.setInt16(at, value, little)],
  u2: [2, (view, at, value, little) => view.setUint16(at, value, little)],
  i4: [4, (view, at, value, little) => view.setInt32(at, value, little)],
  u4: [4, (view, at, value, little) => view.setUint32(at, value, little)],
  i8: [8, (view, at, value, little) => view.setBigInt64(at, BigInt(value), little)],
  u8: [8, (view, at, value, little) => view.setBigUint64(at, BigInt(value), little)],
  // Bits of binary16, which the tests name.
  f2: [2, (view, at, value, little) => view.setUint16(at, value, little)],
  f4: [4, (view, at, value, little) => view.setFloat32(at, value, little)],
  f8: [8, (view, at, value, little) => view.setFloat64(at, value, little)],
};

/** The numbers of an array, in the order of the file. */
export function numbers(descr, values) {
  const [size, write] = writers[descr.slice(1)];
  const bytes = new Uint8Array(values.length * size);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of values.entries()) write(view, index * size, value, descr[0] !== '>');
  return bytes;
}

/** A header as NumPy writes it, padded with spaces to 64 bytes, with a line feed at its end. */
export function npyHeader(dict, major = 1) {
  const start = major === 1 ? 10 : 12;
  const text = new TextEncoder().encode(dict);
  const length = Math.ceil((start + text.length + 1) / 64) * 64 - start;
  const bytes = new Uint8Array(start + length).fill(0x20);
  bytes.set([0x93, ...new TextEncoder().encode('NUMPY'), major, 0]);
  const view = new DataView(bytes.buffer);
  if (major === 1) view.setUint16(8, length, true);
  else view.setUint32(8, length, true);
  bytes.set(text, start);
  bytes[bytes.length - 1] = 0x0a;
  return bytes;
}

export const join = (...parts) => new Uint8Array(Buffer.concat(parts));

/** A whole .npy file. `values` are in the order of the file. In Fortran order the first axis changes fastest. */
export function npy(descr, shape, values, { fortran = false, major = 1 } = {}) {
  const axes = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const order = fortran ? 'True' : 'False';
  const dict = `{'descr': '${descr}', 'fortran_order': ${order}, 'shape': (${axes}), }`;
  return join(npyHeader(dict, major), numbers(descr, values));
}

// zlib.crc32 came with Node 20.15.
const crc32 =
  nodeCrc32 ??
  ((bytes) => {
    let crc = 0xffffffff;
    for (const byte of bytes) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return (crc ^ 0xffffffff) >>> 0;
  });

/** A zip archive of `{ name: bytes }`. `claims` overrides the size of an entry. `method` 0 is stored, 8 deflated. */
export function zip(entries, { method = 0, claims } = {}) {
  const local = [];
  const central = [];
  let offset = 0;
  for (const [name, contents] of Object.entries(entries)) {
    const data = method === 8 ? new Uint8Array(deflateRawSync(contents)) : contents;
    const bytes = new TextEncoder().encode(name);
    const size = claims ?? contents.length;
    const common = (view, at) => {
      view.setUint16(at, 20, true);
      view.setUint16(at + 4, method, true);
      view.setUint32(at + 10, crc32(contents), true);
      view.setUint32(at + 14, data.length, true);
      view.setUint32(at + 18, size, true);
      view.setUint16(at + 22, bytes.length, true);
    };
    const head = new DataView(new ArrayBuffer(30));
    head.setUint32(0, 0x04034b50, true);
    common(head, 4);
    local.push(new Uint8Array(head.buffer), bytes, data);
    const entry = new DataView(new ArrayBuffer(46));
    entry.setUint32(0, 0x02014b50, true);
    entry.setUint16(4, 20, true);
    common(entry, 6);
    entry.setUint32(42, offset, true);
    central.push(new Uint8Array(entry.buffer), bytes);
    offset += 30 + bytes.length + data.length;
  }
  const directory = join(...central);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, Object.keys(entries).length, true);
  end.setUint16(10, Object.keys(entries).length, true);
  end.setUint32(12, directory.length, true);
  end.setUint32(16, offset, true);
  return join(...local, directory, new Uint8Array(end.buffer));
}

/** The type of the writer for each dtype of .safetensors. BF16 has the upper half of a float32, as whole numbers. */
export const tensorTypes = {
  ...{ BOOL: '|b1', I8: '|i1', U8: '|u1', I16: '<i2', U16: '<u2', I32: '<i4', U32: '<u4', I64: '<i8', U64: '<u8' },
  ...{ F16: '<f2', BF16: '<u2', F32: '<f4', F64: '<f8' },
};

/** A .safetensors file with this header. */
export const headed = (header, ...parts) => {
  const text = new TextEncoder().encode(typeof header === 'string' ? header : JSON.stringify(header));
  return join(numbers('<u8', [text.length]), text, ...parts);
};

/** A .safetensors file. `tensors`: [name, dtype, shape, values], one after the other. */
export function safetensors(tensors, extra = {}) {
  let end = 0;
  const parts = [];
  const header = { ...extra };
  for (const [name, dtype, shape, values] of tensors) {
    const part = numbers(tensorTypes[dtype], values);
    header[name] = { dtype, shape, data_offsets: [end, end + part.length] };
    end += part.length;
    parts.push(part);
  }
  return headed(header, ...parts);
}

/** A file as a browser passes it. */
export const file = (name, contents) => new File([contents], name);
