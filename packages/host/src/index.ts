export type { FileStoreOptions } from './store/file-store.ts';
export { createFileStore } from './store/file-store.ts';
export type { OpenedJournal, OpenJournalOptions } from './journal/open-journal.ts';
export { openJournal } from './journal/open-journal.ts';
export type { JournalContent } from './journal/read-journal.ts';
export { readJournal } from './journal/read-journal.ts';
export type { LockHolder } from './journal/lock-file.ts';
export { createAjvValidator } from './validator/ajv-validator.ts';
export { createNodeFiles } from './files/node-files.ts';
