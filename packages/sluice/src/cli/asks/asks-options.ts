import { parseCommandLine } from '../parse-command-line.ts';

const OPTIONS = {
  all: { type: 'boolean' },
  json: { type: 'boolean' },
  feedback: { type: 'string' },
  cwd: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

type AsksOptions =
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string }
  | {
      readonly kind: 'list';
      /** Undefined: the sessions of a directory. */
      readonly session: string | undefined;
      readonly isAll: boolean;
      readonly isJson: boolean;
      readonly cwd: string | undefined;
    }
  | {
      readonly kind: 'answer';
      readonly requestId: string;
      readonly behavior: 'allow' | 'deny';
      readonly feedback: string | undefined;
      readonly isJson: boolean;
    };

const ANSWERS = new Map<string, 'allow' | 'deny'>([
  ['yes', 'allow'],
  ['no', 'deny'],
]);

export function parseAsksOptions(args: readonly string[]): AsksOptions {
  const line = parseCommandLine(args, OPTIONS, { cwd: 'a directory', feedback: 'a text' });
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  const { all: isAll = false, json: isJson = false, feedback, cwd } = values;
  if (values.help === true) return { kind: 'help' };
  const [first, ...rest] = positionals;
  if (first === 'answer') {
    const [requestId, word, further] = rest;
    const behavior = ANSWERS.get(word ?? '');
    if (requestId === undefined || behavior === undefined || further !== undefined)
      return wrong('answer takes the ID of a request, then yes or no');
    if (isAll || cwd !== undefined) return wrong(`--${isAll ? 'all' : 'cwd'} can't be used with answer`);
    return { kind: 'answer', requestId, behavior, feedback, isJson };
  }
  if (feedback !== undefined) return wrong('--feedback is only for answer');
  if (rest.length > 0) return wrong(`unexpected argument ${JSON.stringify(rest[0])}`);
  if ([first !== undefined, isAll, cwd !== undefined].filter(Boolean).length > 1)
    return wrong("SESSION, --all and --cwd can't be combined");
  return { kind: 'list', session: first, isAll, isJson, cwd };
}

function wrong(message: string): AsksOptions {
  return { kind: 'wrong', message };
}
