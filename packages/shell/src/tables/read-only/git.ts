import type { Row } from '../row.ts';
import { flags, values } from '../row.ts';
import { gitRow } from './git/git-row.ts';
import { withoutRepository } from './git/hardening.ts';
import { historyRows } from './git/history.ts';
import { referenceRows } from './git/references.ts';
import { treeRows } from './git/tree.ts';

/** Settings that only say how something is shown, with values that are no more than words and numbers. */
const SHOWN_SETTING =
  /^(?:core\.(?:quotepath|abbrev)|color\.[a-z]+|column\.[a-z]+|advice\.[a-z]+|log\.(?:date|decorate|abbrevcommit|follow)|status\.(?:short|branch|renames|relativepaths|showuntrackedfiles|aheadbehind)|diff\.(?:renames|renamelimit|algorithm|noprefix|mnemonicprefix|colormoved|context)|grep\.[a-z]+)=[\w:.-]*$|^core\.pager=(?:cat)?$/iu;

/**
 * The read-only git subcommands. Absent everywhere: another `-C`, `--git-dir`, other `-c` and the like, which choose another
 * configuration; --output, --ext-diff, --textconv, --no-index, --show-signature, and everything that changes a
 * reference.
 */
export const gitProgram: Row = gitRow({
  name: 'git',
  // What most people have that converts files. Its pager is switched off, and its own parts lie elsewhere.
  starts: ['git-lfs'],
  options: [
    flags('--no-pager -P --no-optional-locks --literal-pathspecs --version -v'),
    // The directory in which it runs anyway.
    values('-C', /^\.$/),
    values('-c', SHOWN_SETTING),
  ],
  subcommands: [...historyRows, ...referenceRows, ...treeRows],
  withoutSubcommand: ['--version', '-v'],
  hardening: withoutRepository,
});
