import type { ParsedArguments, Positional } from '../row.ts';
import { inThenOut, reads } from './operands.ts';
import { route, type Route, type Use } from './route.ts';

const GREP_VALUES =
  '-e/--regexp -m/--max-count -A/--after-context -B/--before-context -C/--context -d/--directories ' +
  '-D/--devices --label --binary-files --include --exclude --exclude-dir';

/** A pattern, unless an option gives it, then files. */
const searched = ({ given, positionals }: ParsedArguments): readonly Use[] => [
  ['read', given.has('-e') || given.has('-f') ? positionals : positionals.slice(1), given.has('-r')],
];

/** Without an operand they search all of the current directory. */
const searchedBelow = ({ given, positionals }: ParsedArguments): readonly Use[] => {
  const places = given.has('-e') || given.has('-f') ? positionals : positionals.slice(1);
  return [['read', places.length === 0 ? [HERE] : places, true]];
};

const HERE: Positional = { value: '.', prefix: '.', index: 0, isOne: true, isAfterSeparator: false };

/** Programs that show what files hold, or quote it in their errors, and that no other table knows. */
export const readingRoutes: readonly (readonly [string, Route])[] = [
  ...route(
    'zgrep zegrep zfgrep xzgrep xzegrep xzfgrep bzgrep bzegrep bzfgrep lzgrep lzegrep lzfgrep zstdgrep zipgrep',
    { flags: '-r/--recursive/-R', values: GREP_VALUES, reads: '-f/--file', operands: searched },
  ),
  ...route('ack ack-grep ag ugrep ug pt sift', {
    values: `${GREP_VALUES} -g -G --ignore --type --ignore-dir`,
    reads: '-f/--file --ackrc --path-to-ignore --files-from',
    operands: searchedBelow,
  }),
  ...route('sdiff', {
    values: '-w/--width -I/--ignore-matching-lines --diff-program --tabsize',
    writes: '-o/--output',
    operands: reads,
  }),
  ...route('zdiff zcmp xzdiff xzcmp bzdiff bzcmp lzdiff lzcmp zstdcmp wdiff dwdiff colordiff', {
    operands: reads,
  }),
  // Each line that is not a date is quoted.
  ...route('date', { values: '-d/--date -s/--set -r/--reference', reads: '-f/--file' }),
  ...route('ptx', {
    flags: '-G/--traditional',
    values:
      '-F/--flag-truncation -M/--macro-name -S/--sentence-regexp -W/--word-regexp -g/--gap-size -w/--width',
    reads: '-i/--ignore-file -o/--only-file -b/--break-file',
    operands: (parsed) => (parsed.given.has('-G') ? inThenOut(parsed) : reads(parsed)),
  }),
  ...route('du', {
    values: '-B/--block-size -d/--max-depth -t/--threshold --time-style --exclude',
    reads: '-X/--exclude-from --files0-from',
    operands: reads,
  }),
  ...route(
    'dircolors factor tsort ul colrm ccze lolcat nroff groff troff soelim tbl eqn pic envsubst shasum',
    {
      operands: reads,
    },
  ),
  ...route('aspell ispell hunspell', { values: '-d -p', operands: reads }),
  ...route('ip', { reads: '-b/-batch', syntax: 'words' }),
  ...route('nft iptables-restore ip6tables-restore ipset', { reads: '-f/--file', operands: reads }),
  ...route('sysctl', { operands: reads }),
  ...route('loadkeys setfont tic infocmp xrdb xmodmap mail mutt sendmail', { operands: reads }),
  ...route('screen', {
    values: '-S -t -T -e -h -p -s -X',
    reads: '-c',
    writes: '-Logfile',
    order: 'options-first',
    syntax: 'words',
  }),
  ...route('tmux', { values: '-L -S -c -T', reads: '-f', order: 'options-first' }),
];
