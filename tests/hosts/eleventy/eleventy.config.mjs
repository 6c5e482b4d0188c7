/** @param {{ addPassthroughCopy(folder: string): unknown }} config */
export default function (config) {
  config.addPassthroughCopy('self-attention');
}
