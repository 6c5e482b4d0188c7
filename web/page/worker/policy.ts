interface Policy {
  createScriptURL(address: string): string;
}
interface Policies {
  createPolicy(name: string, rules: Policy): Policy;
}

let policy: Policy | undefined;
const addresses = new Set<string>();

/**
 * A worker's address as a worker may be started from it: where Trusted Types are asked for, through a policy of its own
 * (`self-attention-worker`, named in the site's Content Security Policy), which lets no other address through. Throws what
 * the browser throws where that policy is not allowed.
 */
export function trusted(address: string): string {
  const types: Policies | undefined = Reflect.get(globalThis, 'trustedTypes');
  addresses.add(address);
  // A policy of that name is made once.
  policy ??= types?.createPolicy('self-attention-worker', {
    createScriptURL: (url) => {
      if (!addresses.has(url)) throw new TypeError(`${url} is no script of this site`);
      return url;
    },
  });
  return policy?.createScriptURL(address) ?? address;
}
