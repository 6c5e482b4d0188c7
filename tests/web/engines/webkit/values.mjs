// Arguments and results on their way to the page and back, as JSON: with undefined, NaN, infinities, −0 and typed arrays, which JSON
// loses.

export const packInPage = `(v) => JSON.stringify(v, function (k, x) { const raw = this[k]; if (raw === undefined) return { __u: 1 }; if (typeof raw === 'number' && (!isFinite(raw) || Object.is(raw, -0))) return { __n: Object.is(raw, -0) ? '-0' : String(raw) }; if (raw && raw.nodeType && raw.ownerDocument !== undefined) return { __node: String(raw) }; if (raw && typeof raw === 'object' && raw === raw.window) return { __window: 1 }; if (raw instanceof Error) return { __error: String(raw) }; return x; })`;
export const unpack = (text) => revive(JSON.parse(text));
function revive(v) {
  if (v === null || typeof v !== 'object') return v;
  if (Array.isArray(v)) {
    for (let i = 0; i < v.length; i++) v[i] = revive(v[i]);
    return v;
  }
  if (v.__u === 1) return undefined;
  if (typeof v.__n === 'string') return Number(v.__n);
  for (const k of Object.keys(v)) v[k] = revive(v[k]);
  return v;
}
export function packArg(arg) {
  return (
    JSON.stringify(arg, function (k, x) {
      const raw = this[k];
      if (raw === undefined) return { __u: 1 };
      if (typeof raw === 'number' && (!Number.isFinite(raw) || Object.is(raw, -0)))
        return { __n: Object.is(raw, -0) ? '-0' : String(raw) };
      if (ArrayBuffer.isView(raw) && !(raw instanceof DataView))
        return { __t: raw.constructor.name === 'Buffer' ? 'Uint8Array' : raw.constructor.name, d: Array.from(raw) };
      return x;
    }) ?? '{"__u":1}'
  );
}
export const reviveInPage = `function revive(v) { if (v === null || typeof v !== 'object') return v; if (Array.isArray(v)) return v.map(revive); if (v.__u === 1) return undefined; if (typeof v.__n === 'string') return Number(v.__n); if (typeof v.__t === 'string') return globalThis[v.__t].from(v.d); for (const k of Object.keys(v)) v[k] = revive(v[k]); return v; }`;
