/** The part of this package that shows text to a person, for programs that must not load all of it. */
export { PERMISSION_MODES } from '../data/permission-mode.ts';
export { sanitize } from './sanitize.ts';
export { sanitizeLines } from './sanitize-lines.ts';
