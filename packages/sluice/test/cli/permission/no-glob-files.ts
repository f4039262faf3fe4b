import type { GlobFiles } from '@sluice/shell';

/** The files of these tests are in memory, where patterns of commands are not looked up: they may be anything. */
export const noGlobFiles = (): GlobFiles => ({ list: () => undefined, exists: () => false });
