import type { elementFiles as english } from '../../en/element/files.ts';

export const elementFiles: typeof english = {
  empty: 'scene está vacío; dale JSON, el texto de un enlace tras su #, o una dirección, o quita el atributo',
  fetch: (address, why) => `no se ha podido cargar la escena de ${address}: ${why}`,
  fetchScheme: (scheme) => `${scheme} no se admite; usa http: o https:`,
  fetchLong: (most) => `tiene más de ${most} caracteres`,
  imageOption: (name) => `no hay ninguna opción ${name}; las opciones son format y scale`,
  imageFormat: (format) => `format es ${format}; tiene que ser svg o png`,
  imageScale: (scale) => `scale es ${scale}; tiene que ser 1, 2 o 4`,
  imageNone: (shown) => `show solo tiene ${shown.join(', ')}, que no tiene imagen; añade heatmap, arcs o un paso`,
};
