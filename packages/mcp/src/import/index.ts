export type { FoundImportable, ImportableServer } from './find-importable.ts';
export { findImportable } from './find-importable.ts';
export { IMPORT_PLACES } from './import-places.ts';
