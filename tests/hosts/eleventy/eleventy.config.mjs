export default function (config) {
  config.addPassthroughCopy('self-attention');
}
