export const language = { name: 'English', label: 'Language' };
