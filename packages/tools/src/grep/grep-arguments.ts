import { WITHOUT_VERSION_CONTROL } from '../ripgrep/version-control.ts';
import type { GrepInput } from './grep-input.ts';

/** Bytes beyond which rg itself cuts a line: four for each character shown, so that what rg adds to a cut line is always cut away. */
export const MAX_LINE_BYTES = 2000;

/** The arguments for a search run in `root`; `target` starts with `./`, so that no name is taken for an option. */
export function grepArguments(input: GrepInput, root: string, target: string): string[] {
  return [
    '--null',
    '--with-filename',
    '--hidden',
    '--no-require-git',
    ...modeArguments(input),
    ...(input['-i'] === true ? ['--ignore-case'] : []),
    // Uses mmap, since rg would otherwise read each file into memory as a whole.
    ...(input.multiline === true ? ['--multiline', '--multiline-dotall', '--mmap'] : []),
    // Lets `$` match before a Windows line ending; rg then rejects patterns that contain \r.
    ...(/\\r|\r|\\x0*d/i.test(input.pattern) ? [] : ['--crlf']),
    ...(input.type === undefined ? [] : [`--type=${input.type}`]),
    ...globArguments(input.glob, root),
    ...WITHOUT_VERSION_CONTROL,
    `--regexp=${input.pattern}`,
    target,
  ];
}

function modeArguments(input: GrepInput): string[] {
  switch (input.output_mode) {
    case 'content':
      return [
        '--no-heading',
        '--line-number',
        '--no-context-separator',
        `--max-columns=${MAX_LINE_BYTES}`,
        '--max-columns-preview',
        ...(input['-o'] === true ? ['--only-matching'] : []),
        ...contextArguments(input),
      ];
    case 'count':
      return ['--count'];
    default:
      return ['--files-with-matches'];
  }
}

function contextArguments(input: GrepInput): string[] {
  const { before, after } = contextLines(input);
  return before === 0 && after === 0 ? [] : [`--before-context=${before}`, `--after-context=${after}`];
}

/** `-A` and `-B` override `context`, which overrides its alias `-C`. */
export function contextLines(input: GrepInput): { readonly before: number; readonly after: number } {
  const both = input.context ?? input['-C'] ?? 0;
  return { before: input['-B'] ?? both, after: input['-A'] ?? both };
}

/**
 * A glob that matches every name would bring back everything that ignore files exclude, since a match overrides them. One that starts
 * with `./` or is absolute would match nothing: rg takes a leading slash for `root`.
 */
function globArguments(given: string | undefined, root: string): string[] {
  const [bang, rest] = given?.startsWith('!') === true ? ['!', given.slice(1)] : ['', given ?? ''];
  const isBelowRoot = rest.startsWith(`${root}/`);
  const glob = bang + (isBelowRoot ? rest.slice(root.length) : rest.replace(/^\.\//, '/'));
  return ['', '*', '**', '**/*', '**/**'].includes(glob.replace(/^\//, '')) ? [] : [`--glob=${glob}`];
}
