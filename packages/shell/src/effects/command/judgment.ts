import type { FileEffect } from '../analysis.ts';
import type { Insertions } from './harden.ts';

/** What one command does by itself, whatever its assignments and redirections, and whatever it runs inside. */
export interface Judgment {
  readonly isReadOnly: boolean;
  readonly why: string;
  readonly files: readonly FileEffect[];
  readonly isFileEdit: boolean;
  /** What it writes may be, or hold, a symbolic link. */
  readonly transfersLinks: boolean;
  readonly usesNetwork: boolean | undefined;
  readonly reportsOnMachine: boolean;
  readonly environment: Readonly<Record<string, string>>;
  readonly insertions: Insertions;
  /** It was judged where there is no git repository. */
  readonly needsNoRepository: boolean;
  /** See `CommandHardening`. */
  readonly repository: 'read' | 'may-write' | undefined;
}

/** It changes nothing, and nothing is known of it. */
export const PLAIN: Judgment = {
  isReadOnly: false,
  why: '',
  files: [],
  isFileEdit: false,
  transfersLinks: false,
  usesNetwork: undefined,
  reportsOnMachine: false,
  environment: {},
  insertions: [],
  needsNoRepository: false,
  repository: undefined,
};
