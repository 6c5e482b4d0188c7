interface Policy {
  createScriptURL(address: string): string;
}
interface Policies {
  createPolicy(name: string, rules: Policy): Policy;
}

/** The one address that this policy lets through: the site's own worker. */
const address = new URL('./worker.ts', import.meta.url).href;

let policy: Policy | undefined;

/**
 * Starts the worker, where Trusted Types are asked for through a policy of its own (`self-attention-worker`, named in the
 * site's Content Security Policy). Throws what the browser throws where that policy is not allowed.
 */
export function startWorker(): Worker {
  const types: Policies | undefined = Reflect.get(globalThis, 'trustedTypes');
  // A policy of that name is made once.
  policy ??= types?.createPolicy('self-attention-worker', {
    createScriptURL: (url) => {
      if (url !== address) throw new TypeError(`${url} is no script of this site`);
      return url;
    },
  });
  return new Worker(policy?.createScriptURL(address) ?? address, { type: 'module', name: 'attention' });
}
