// What the fuzz targets choose by.
import fc from 'fast-check';

/** A property of fast-check: what `make` makes passes `check`. A failing input is made smaller by itself. */
export const propertyOf = ({ make, check }) =>
  fc.asyncProperty(
    fc.gen().map((choose) => make(chance((limit) => choose(wholeBelow, limit)))),
    check,
  );
const wholeBelow = (limit) => fc.noBias(fc.integer({ min: 0, max: limit - 1 }));

export function chance(below) {
  const random = () => below(2 ** 31) / 2 ** 31;
  const pick = (list) => list[below(list.length)];
  const list = (most, make) => Array.from({ length: below(most + 1) }, make);
  // Small choices make simple inputs.
  return { random, below, pick, list, often: (share) => random() >= 1 - share };
}

const hostile = [
  ...'\n\r\t\0 \u2028\u2029\u202e\u2066\u200b\u200f\u00ad\ufeff\u{e0041}猫',
  ...`" ' """ ''' \` \\ \\" # // */ /* <!-- --> ]]> <![CDATA[ </script> <script> "><svg/onload=alert(1)> &lt; &#0; &copy;`.split(
    ' ',
  ),
  ...'{x} {{x}} $ {y} %s % ??/ )" ](x) ![](x) *a* _b_ =1+1 @ - + __proto__ constructor שלום 👩‍👩‍👧 e\u0301'.split(' '),
  ...['', 'import os', 'a'.repeat(300)],
];

/** Text of pieces that end, begin or hide something in one of the forms that text is written in, and of any characters. */
export const textBy = ({ list, pick, below, often }) =>
  list(4, () => {
    if (often(0.7)) return pick(hostile);
    const point = below(often(0.5) ? 0x500 : 0x110000);
    return point >= 0xd800 && point <= 0xdfff ? 'x' : String.fromCodePoint(point);
  }).join('');

/** Some characters, or numbers, taken away, doubled, changed or brought from elsewhere in it. */
export function mutated(items, { below, list }, any) {
  const copy = [...items];
  for (const edit of list(6, () => below(5))) {
    const at = below(copy.length + 1);
    const some = 1 + below(below(16) + 1);
    if (edit === 0) copy.splice(at, some);
    else if (edit === 1) copy.splice(at, 0, ...copy.slice(at, at + some));
    else if (edit === 2) copy.splice(at, 1, any());
    else if (edit === 3) copy.splice(at, 0, any());
    else copy.splice(at, 0, ...copy.slice(below(copy.length + 1)).slice(0, some));
  }
  return copy;
}
