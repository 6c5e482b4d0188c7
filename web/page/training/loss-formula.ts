import { html } from 'lit';

/** The loss as MathML: target · ln(target / weight), summed over the keys and over the queries with a target. */
export const lossFormula = html`<math display="block">
  <mrow>
    <mi>loss</mi><mo>=</mo>
    <munder><mo>∑</mo><mi>i</mi></munder>
    <munder><mo>∑</mo><mi>j</mi></munder>
    <msub><mi>target</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub>
    <mo>⁢</mo>
    <mi>ln</mi><mo>⁡</mo>
    <mfrac>
      <msub><mi>target</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub>
      <msub><mi>weight</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub>
    </mfrac>
  </mrow>
</math>`;
