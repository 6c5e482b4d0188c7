/** As in Vite: the modules whose paths match, by their paths. src/toolchain/site/glob-imports.mjs does it for esbuild. */
interface ImportMeta {
  glob<Module>(patterns: string | readonly string[]): Readonly<Record<string, () => Promise<Module>>>;
  glob<Module>(
    patterns: string | readonly string[],
    options: { readonly eager: true },
  ): Readonly<Record<string, Module>>;
}
