import type { guides as english } from '../en/guides.ts';

/** Lo que rodea a las guías; su texto está en web/docs/guides. */
export const guides: typeof english = {
  lang: 'es',
  back: 'Autoatención, en vivo',
  index: 'Guías',
  skip: 'Ir al texto',
  errors: { code: 'Código', meaning: 'Qué significa' },
  limits: { what: 'Qué', most: 'Como máximo', where: 'Fijado en' },
  tolerances: { what: 'Qué', against: 'Comparado con', apart: 'Diferencia máxima', where: 'Comprobado por' },
  element: {
    attribute: 'Atributo',
    property: 'Propiedad',
    member: 'Método o propiedad',
    event: 'Evento',
    slot: 'Ranura',
    part: '::part()',
    css: 'Propiedad CSS',
    meaning: 'Qué es',
    type: 'Tipo',
    usual: 'De forma predeterminada',
  },
};
