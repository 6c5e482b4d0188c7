import type { embed as english } from '../../en/element/embed.ts';

export const embed: typeof english = {
  title: 'Autoatención',
  noScript: 'Un programa dibuja aquí una imagen de la autoatención, y los programas están desactivados.',
  twice: (key) => `La dirección tiene «${key}» por segunda vez.`,
  unreadable: (key, value) => `El ${key} de la dirección es «${value}»: sus signos % no se pueden leer.`,
  empty: (key) => `La dirección tiene «${key}=» sin nada detrás.`,
  notBit: (key, value) => `El ${key} de la dirección es «${value}»; tiene que ser 0 o 1.`,
};
