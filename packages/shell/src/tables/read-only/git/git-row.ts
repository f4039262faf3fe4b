import type { Access, Row, RowSource } from '../../row.ts';
import { anyText, row } from '../../row.ts';
import { diffHardening, plain, revisionHardening } from './hardening.ts';
import { diffOptions } from './options.ts';
import { repositoryReadings } from './repository-readings.ts';
import { showsContent } from './shows-content.ts';

/** A sub-command of git; run with its programs switched off. */
export const gitRow = (source: RowSource): Row =>
  row({ syntax: 'exact', refusesDashedValues: true, hardening: plain, ...source });

/** Those that examine the work tree. */
const COMPARING = new Set(['diff', 'diff-index', 'diff-files']);

/** A subcommand that compares trees. By default it shows contents, names, or neither. */
export const diffRow = (name: string, byDefault: Access | undefined, more: RowSource['options'] = []): Row =>
  gitRow({
    name,
    options: [...diffOptions, ...more],
    positionals: anyText,
    readings: (parsed) => repositoryReadings(parsed, showsContent(parsed, byDefault), name !== 'show'),
    hasNumberOption: true,
    hardening: COMPARING.has(name) ? diffHardening : revisionHardening,
  });

/** A subcommand of which only some of its own subcommands are read-only. */
export const groupRow = (
  name: string,
  subcommands: readonly Row[],
  withoutSubcommand?: readonly string[],
): Row => gitRow({ name, subcommands, withoutSubcommand });
