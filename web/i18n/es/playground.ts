import type { playground as english } from '../en/playground.ts';

export const playground: typeof english = {
  open: 'Abrir en la aplicación',
  notAddress: (address) => `playground es ${address}; tiene que ser una dirección http: o https:, o none.`,
};
