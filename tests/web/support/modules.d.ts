declare module '*/toolchain/site/headers.mjs' {
  export const CONTENT_SECURITY_POLICY: string;
}
declare module '*/toolchain/serve.mjs' {
  /** `headers` replaces or, with undefined, removes single headers. */
  export function serve(site: {
    readonly root: string;
    readonly port?: number;
    readonly headers?: Readonly<Record<string, string | undefined>>;
  }): Promise<{ readonly url: string; readonly port: number; close(): Promise<void> }>;
}
declare module '*/toolchain/command.mjs' {
  /** Throws with what the program printed. */
  export function run(
    program: string,
    args?: readonly string[],
    options?: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> },
  ): Promise<string>;
}
declare module '*/toolchain/hosts.mjs' {
  interface Program {
    readonly program: string;
    readonly args: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  }
  export function debianHosts(): Promise<
    Readonly<Record<'hugo' | 'mkdocs' | 'sphinx', Program | { readonly missing: string }>>
  >;
}
declare module '*/toolchain/site/guides.mjs' {
  /** The name and Markdown of each guide, and the sources of their tables. */
  export function guideSources(): Promise<{ readonly pages: readonly (readonly [name: string, text: string])[] }>;
}
declare module '*/toolchain/vite.mjs' {
  export function buildModules(
    input: Readonly<Record<string, string>>,
    options?: object,
    config?: import('vite').InlineConfig,
  ): Promise<ReadonlyMap<string, Buffer>>;
}
declare module '*/support/declarations.mjs' {
  export function declarations(): readonly (readonly [file: string, property: string, value: string])[];
}
declare module '*/code/python.mjs' {
  interface Python {
    readonly program: string;
    readonly env: Readonly<Record<string, string>>;
  }
  /** Undefined if no Python can import the modules. */
  export function pythonWith(modules: string): Promise<Python | undefined>;
}
declare module '*/notebook/python.mjs' {
  export const wheel: string;
  export function runPython(
    python: { readonly program: string; readonly env: Readonly<Record<string, string>> },
    args: readonly string[],
  ): Promise<{ readonly stdout: string; readonly stderr: string }>;
}
