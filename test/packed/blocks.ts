import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** A block of code of a published page that a reader may copy. */
export interface Block {
  readonly page: string;
  /** Of its fence, from 1. */
  readonly line: number;
  readonly language: 'sh' | 'js' | 'ts';
  readonly code: string;
  /** `<!-- setup … -->` before it: what the text around it takes for granted. */
  readonly setup: string;
  /** `<!-- not run: … -->` before it: why it can't be run here. */
  readonly notRun: string | undefined;
}

/** All blocks of the README and the documentation that are commands or programs. */
export function publishedBlocks(): readonly Block[] {
  return publishedPages().flatMap(blocksOf);
}

function publishedPages(): readonly string[] {
  const names = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  return ['README.md', ...names.map((name) => `docs/${name}`)];
}

function blocksOf(page: string): readonly Block[] {
  const text = readFileSync(join(root, page), 'utf8');
  const blocks: Block[] = [];
  for (const { index, groups = {} } of text.matchAll(FENCED)) {
    const { comment = '', indent = '', language = '', code = '' } = groups;
    if (language !== 'sh' && language !== 'js' && language !== 'ts') continue;
    blocks.push({
      page,
      line: text.slice(0, index + comment.length).split('\n').length,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      setup: /^ *<!-- setup\n([\s\S]*?)-->/.exec(comment)?.[1] ?? '',
      notRun: /^ *<!-- not run: ([\s\S]*?) -->/.exec(comment)?.[1],
    });
  }
  return blocks;
}

/** Lines of commands that stand in no block that is run, as `page:line`: indented as code, or in a fence of another language. */
export function hiddenCommands(): readonly string[] {
  return publishedPages().flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const found: string[] = [];
    let fence: string | undefined;
    for (const [index, line] of text.split('\n').entries()) {
      const [, language] = /^ *```(\w*)/.exec(line) ?? [];
      if (language !== undefined) fence = fence === undefined ? language : undefined;
      else if (fence === undefined ? INDENTED_COMMAND.test(line) : isShell(fence) || PROMPT.test(line))
        found.push(`${page}:${index + 1}`);
    }
    return found;
  });
}

/** Other names of a shell's language, which the blocks that are run do not have. */
function isShell(language: string): boolean {
  return ['bash', 'shell', 'console', 'shellsession', 'zsh'].includes(language);
}

const INDENTED_COMMAND = /^ {4,}(?:\$ |(?:[A-Z_]+=\S+ )*(?:npx|npm|node|sluice|git|cd|export) )/;
const PROMPT = /^ *\$ /;

const FENCED =
  /(?<comment>(?:^ *<!-- (?:setup|not run)(?:(?!-->)[\s\S])*-->\n\n?)?)^(?<indent> *)```(?<language>\w+)\n(?<code>[\s\S]*?)^ *```$/gm;

/** The commands of a block as a reader would enter them one by one: continued lines and loops are one. */
export function commandsOf({ code }: Block): readonly string[] {
  const commands: string[] = [];
  let open = '';
  for (const line of code.split('\n')) {
    if (open === '' && (line.trim() === '' || line.trim().startsWith('#'))) continue;
    open = open === '' ? line : `${open}\n${line}`;
    if (line.endsWith('\\') || (/^(?:while|for) /.test(open) && line !== 'done')) continue;
    commands.push(open);
    open = '';
  }
  return commands;
}
