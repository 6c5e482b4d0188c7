/** The page's workers: `attention` computes large scenes, `import` reads what people bring. */
export type WorkerName = 'attention' | 'import';

/** What a worker listens and answers with: its global scope, or what stands for one. */
export interface Scope<Request, Response> {
  postMessage(response: Response, options: { readonly transfer: Transferable[] }): void;
  onmessage: ((event: MessageEvent<Request>) => void) | null;
}

/** The global scope of a worker; null on the page's own thread, where whoever imported the module says what to listen to. */
export const ownScope = <Request, Response>(): Scope<Request, Response> | null =>
  'document' in globalThis ? null : (globalThis as unknown as Scope<Request, Response>);

/** Tells the page, and gives it what `moved` names. */
export type Respond<Response> = (response: Response, moved?: readonly Transferable[]) => void;

/** In a worker of its own: what is made by `begin` receives every message. */
export function receiveMessages<Request, Response>(
  begin: (respond: Respond<Response>) => { receive(request: Request): void },
): void {
  const scope = ownScope<Request, Response>();
  if (scope === null) return;
  const worker = begin((response, moved = []) => scope.postMessage(response, { transfer: [...moved] }));
  scope.onmessage = ({ data }) => worker.receive(data);
}
