/** The page's workers: `attention` computes large scenes, `import` reads files and pasted text. */
export type WorkerName = 'attention' | 'import';

/** Where a worker receives and sends messages: its global scope, or a substitute. */
export interface Scope<Request, Response> {
  postMessage(response: Response, options: { readonly transfer: Transferable[] }): void;
  onmessage: ((event: MessageEvent<Request>) => void) | null;
}

/** The global scope of a worker. Null on the page's own thread, where the importing module provides the scope. */
export const ownScope = <Request, Response>(): Scope<Request, Response> | null =>
  'document' in globalThis ? null : (globalThis as unknown as Scope<Request, Response>);

/** Sends a message to the page and transfers `moved`. */
export type Respond<Response> = (response: Response, moved?: readonly Transferable[]) => void;

/** In a worker, the object that `begin` creates receives every message. */
export function receiveMessages<Request, Response>(
  begin: (respond: Respond<Response>) => { receive(request: Request): void },
): void {
  const scope = ownScope<Request, Response>();
  if (scope === null) return;
  const worker = begin((response, moved = []) => scope.postMessage(response, { transfer: [...moved] }));
  scope.onmessage = ({ data }) => worker.receive(data);
}
