/** What stands around the guides; their text is in web/docs/guides. */
export const guides = {
  lang: 'en',
  back: 'Self-attention, live',
  index: 'Guides',
  skip: 'To the text',
  errors: { code: 'Code', meaning: 'What it means' },
  limits: { what: 'What', most: 'At most', where: 'Set in' },
  tolerances: { what: 'What', against: 'Compared with', apart: 'At most apart', where: 'Held by' },
  element: {
    attribute: 'Attribute',
    property: 'Property',
    member: 'Method or property',
    event: 'Event',
    slot: 'Slot',
    part: '::part()',
    css: 'Custom property',
    meaning: 'What it is',
    type: 'Type',
    usual: 'By default',
  },
};
