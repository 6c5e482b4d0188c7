declare module '*/toolchain/serve.mjs' {
  export const CONTENT_SECURITY_POLICY: string;
  /** `headers` replaces or, with undefined, removes single headers. */
  export function serve(site: {
    readonly root: string;
    readonly port?: number;
    readonly headers?: Readonly<Record<string, string | undefined>>;
    readonly compressed?: boolean;
  }): Promise<{ readonly url: string; readonly port: number; close(): Promise<void> }>;
}
