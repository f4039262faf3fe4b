export type { ServeOptions } from './serve-options.ts';
