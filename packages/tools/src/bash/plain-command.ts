/** What stands between a simple command and the next. */
export type Connector = '&&' | '||' | '|' | ';';

export interface SimpleCommand {
  /** Quotes removed, variables as written; redirections and leading assignments left out; never empty. */
  readonly words: readonly string[];
  /** Undefined for the first. */
  readonly after: Connector | undefined;
}

const RESERVED = new Set(
  '! { } [[ case coproc do done elif else esac fi for function if in select then time until while'.split(' '),
);

const PIECE = String.raw`'[^']*'|"(?:[^"\\\`$]|\\[\s\S]|\$(?!\())*"|\\[^\n]|\$(?![('"])|[^\s'"\\\`$();&|<>]`;
const TOKEN = new RegExp(
  String.raw`(?<blank>[ \t]+|\\\n|#[^\n]*)|(?<connector>&&|\|\||[|;\n])|` +
    String.raw`(?<redirect>&>>?|\d*(?:>>|>\||>&|>|<&|<>|<)(?![<(]))|(?<word>(?:${PIECE}|\\\n)+)`,
  'y',
);

/**
 * The simple commands of a command that holds nothing but words, quotes, redirections and connectors. Undefined for
 * anything else (substitutions, here-documents, groups, jobs, compound commands). Only good for explaining an exit
 * code: nothing is permitted because of it.
 */
export function parsePlainCommand(text: string): readonly SimpleCommand[] | undefined {
  const commands: SimpleCommand[] = [];
  let after: Connector | undefined;
  let words: string[] = [];
  let isTarget = false;
  const take = (): boolean => {
    while (/^[A-Za-z_]\w*\+?=/.test(words[0] ?? '')) words.shift();
    const isPlain = !isTarget && words[0] !== undefined && !RESERVED.has(words[0]);
    commands.push({ words, after });
    words = [];
    return isPlain;
  };

  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text)?.groups;
    if (token === undefined) return undefined;
    if (token['redirect'] !== undefined) isTarget = true;
    if (token['word'] !== undefined) {
      if (!isTarget) words.push(unquote(token['word']));
      isTarget = false;
    }
    const connector = token['connector'];
    if (connector === undefined || (connector === '\n' && words.length === 0 && !isTarget)) continue;
    if (!take()) return undefined;
    after = asConnector(connector);
  }
  const isComplete = words.length === 0 && !isTarget && (after === ';' || after === undefined);
  return isComplete || take() ? commands : undefined;
}

function asConnector(text: string): Connector {
  return text === '&&' || text === '||' || text === '|' ? text : ';';
}

function unquote(word: string): string {
  return word.replace(
    /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\\n|\\([\s\S])/g,
    (_all, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replace(/\\(["\\$`])|\\\n/g, '$1') ?? escaped ?? '',
  );
}
