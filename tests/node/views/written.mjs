// What the views show, as plain text.

/** A lit template as text, with its values. */
export function written(value) {
  if (Array.isArray(value)) return value.map(written).join('');
  if (typeof value !== 'object' || value === null) return String(value);
  return value.strings.reduce(
    (text, part, i) => text + part + (i < value.values.length ? written(value.values[i]) : ''),
    '',
  );
}

/** An expression of pieces as one line of text. */
export function line(pieces, digits = 2) {
  const one = (piece) => {
    switch (piece.kind) {
      case 'text':
        return piece.text;
      case 'name':
        return piece.previous ? `previous ${piece.name}` : (piece.called ?? piece.name);
      case 'cell':
        if (piece.value === -Infinity) return '−∞';
        return Number.isFinite(piece.value) ? String(Number(piece.value.toFixed(digits))) : String(piece.value);
      case 'constant':
        return String(piece.value);
      case 'fraction':
        return `(${line(piece.top)})/(${line(piece.bottom)})`;
      case 'root':
        return `√${line(piece.body)}`;
      case 'power':
        return `e^${line(piece.body)}`;
      case 'raised':
        return `${line(piece.base)}^(${line(piece.exponent)})`;
      case 'call':
        return `${piece.open}${line(piece.body)}${piece.close}`;
      case 'terms':
        return Array.from({ length: piece.count }, (_, i) => line(piece.term(i))).join(' + ');
    }
  };
  return pieces.map(one).join('');
}
