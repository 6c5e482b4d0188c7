import { defineConfig } from 'vitepress';

export default defineConfig({
  title: 'A manual',
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'self-attention' } } },
});
