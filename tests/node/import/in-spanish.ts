// The importer with the messages that it shares.
export { importWords } from '../../../web/i18n/import.ts';
export { fetchMessages } from '../../../web/i18n/messages.ts';
export { importText } from '../../../web/import/index.ts';
