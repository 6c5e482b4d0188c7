interface Policy {
  createScriptURL(address: string): string;
}
interface Policies {
  createPolicy(name: string, rules: Policy): Policy;
}

let policy: Policy | undefined;
const addresses = new Set<string>();

/**
 * A worker's address as a TrustedScriptURL, if the browser enforces Trusted Types. The policy
 * (`self-attention-worker`, named in the site's Content Security Policy) accepts no other address. Throws the
 * browser's error if the policy is not allowed.
 */
export function trusted(address: string): string {
  const types: Policies | undefined = Reflect.get(globalThis, 'trustedTypes');
  addresses.add(address);
  // A policy of one name can be created only once.
  policy ??= types?.createPolicy('self-attention-worker', {
    createScriptURL: (url) => {
      if (!addresses.has(url)) throw new TypeError(`${url} is no script of this site`);
      return url;
    },
  });
  return policy?.createScriptURL(address) ?? address;
}
