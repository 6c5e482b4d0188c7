import type { embed as english } from '../../en/element/embed.ts';

export const embed: typeof english = {
  title: 'Autoatención',
  noScript: 'Un script dibuja aquí una imagen de la autoatención, pero los scripts están desactivados.',
  twice: (key) => `La dirección tiene «${key}» dos veces.`,
  unreadable: (key, value) => `El ${key} de la dirección es «${value}», cuyos signos % no se pueden descodificar.`,
  empty: (key) => `La dirección tiene «${key}=» sin valor.`,
  notBit: (key, value) => `El ${key} de la dirección es «${value}». Tiene que ser 0 o 1.`,
};
