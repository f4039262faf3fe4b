/** What a program takes while all that it prints are lines of its input. */
interface LineFilter {
  /** Operands before the names of files. */
  readonly operands: number;
  /** Options without a value. */
  readonly flags: RegExp;
  /** The first characters of a word whose option has a value, which is the rest of the word or the next one. */
  readonly valued?: RegExp;
  /** What such a value may be. */
  readonly value?: RegExp;
  /** Options whose value replaces the operand. */
  readonly instead?: RegExp;
}

const GREP: LineFilter = {
  operands: 1,
  flags:
    /^(?:-[viyEFGPwxhsqa]+|--(?:invert-match|ignore-case|(?:extended|basic|perl|word|line)-regexp|fixed-strings|no-filename))$/u,
  valued: /^(?:-[viyEFGPwxhsqa]*[em]|--(?:regexp|max-count)=)/u,
  instead: /^(?:-[viyEFGPwxhsqa]*e|--regexp=)/u,
};

const RG: LineFilter = {
  operands: 1,
  flags:
    /^(?:-[viSsFwxNIPa]+|--(?:invert-match|ignore-case|smart-case|case-sensitive|fixed-strings|(?:word|line)-regexp|no-line-number|no-filename))$/u,
  valued: /^(?:-[viSsFwxNIPa]*[em]|--(?:regexp|max-count)=)/u,
  instead: /^(?:-[viSsFwxNIPa]*e|--regexp=)/u,
};

const ENDS: LineFilter = {
  operands: 0,
  flags: /^-(?:\d+|q)$/u,
  valued: /^(?:-n|--lines=)/u,
  value: /^[-+]?\d+$/u,
};

/** Scripts that print certain lines, as they are. */
const SCRIPTS: ReadonlyMap<string, RegExp> = new Map([
  ['sed', /^(?:\d+|\$|\/[^/\\]*\/)(?:,(?:\d+|\$|\/[^/\\]*\/))?!?[dpq]$/u],
  ['awk', /^\s*(?:NR\s*[<>=!]=?\s*\d+|!?\s*\/(?:[^/\\]|\\[^/])*\/)\s*(?:\{\s*print(?:\s+\$0)?;?\s*\})?\s*$/u],
]);

const LINE_FILTERS: ReadonlyMap<string, LineFilter> = new Map<string, LineFilter>([
  ['grep', GREP],
  ['egrep', GREP],
  ['fgrep', GREP],
  ['rg', RG],
  ['head', ENDS],
  ['tail', ENDS],
  [
    'sort',
    {
      operands: 0,
      flags:
        /^(?:-[bdfghiMnRrsuVz]+|--(?:unique|reverse|ignore-case|(?:numeric|version)-sort|zero-terminated))$/u,
      valued: /^(?:-[bdfghiMnRrsuVz]*[kt]|--(?:key|field-separator)=)/u,
    },
  ],
  ['uniq', { operands: 0, flags: /^(?:-[diuz]+|--(?:repeated|unique|ignore-case|zero-terminated))$/u }],
]);

/** Whether a command prints only whole lines of its input: `sort -u`, `grep -v x`, but not `sort FILE` or `grep -o x`. */
export function isLineFilter([name = '', ...words]: readonly (string | undefined)[]): boolean {
  const script =
    words.length === 1 ? words[0] : words.length === 2 && words[0] === '-n' ? words[1] : undefined;
  if (script !== undefined && SCRIPTS.get(name)?.test(script) === true) return true;
  const filter = LINE_FILTERS.get(name);
  if (filter === undefined) return false;
  let left = filter.operands;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    // It may be an option that isn't known.
    if (word === undefined) return false;
    const start = filter.valued?.exec(word)?.[0];
    if (start !== undefined) {
      const value = word === start && !start.endsWith('=') ? words[(at += 1)] : word.slice(start.length);
      if (value === undefined || filter.value?.test(value) === false) return false;
      if (filter.instead?.test(word) === true) left = 0;
    } else if (word.startsWith('-') && word !== '-') {
      if (!filter.flags.test(word)) return false;
    } else {
      left -= 1;
      if (left < 0) return false;
    }
  }
  return true;
}
