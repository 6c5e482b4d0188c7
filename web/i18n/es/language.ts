export const language = { name: 'Español', label: 'Idioma' };
