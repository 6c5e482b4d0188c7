// Principal axes by Jacobi's eigenvalue algorithm (Golub and Van Loan, Matrix Computations, section 8.5).

const SWEEPS = 30;

/** The axes of centred rows with the variance along each, the largest first. */
export function principalAxes(rows) {
  const size = rows[0].length;
  const matrix = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j) => rows.reduce((sum, row) => sum + row[i] * row[j], 0) / rows.length),
  );
  const axes = Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => Number(i === j)));
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (let p = 0; p < size; p += 1) for (let q = p + 1; q < size; q += 1) rotate(matrix, axes, p, q);
  }
  const order = axes.map((_, index) => index).sort((a, b) => matrix[b][b] - matrix[a][a]);
  return { axes: order.map((index) => axes[index]), variances: order.map((index) => matrix[index][index]) };
}

/** One Jacobi rotation: makes matrix[p][q] zero. */
function rotate(matrix, axes, p, q) {
  if (matrix[p][q] === 0) return;
  const theta = (matrix[q][q] - matrix[p][p]) / (2 * matrix[p][q]);
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const cosine = 1 / Math.hypot(tangent, 1);
  const sine = tangent * cosine;
  const mix = (a, b, set) => set(cosine * a - sine * b, sine * a + cosine * b);
  for (const row of matrix)
    mix(row[p], row[q], (first, second) => {
      row[p] = first;
      row[q] = second;
    });
  for (const [first, second] of [
    [matrix[p], matrix[q]],
    [axes[p], axes[q]],
  ])
    for (let column = 0; column < first.length; column += 1)
      mix(first[column], second[column], (a, b) => {
        first[column] = a;
        second[column] = b;
      });
}
