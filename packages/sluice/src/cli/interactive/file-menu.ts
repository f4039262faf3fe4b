import { spawn } from 'node:child_process';
import { bestMatches } from '@sluice/terminal';
import type { Menu } from './menu.ts';

const MAX_FILES = 100_000;
/** What a mention can hold. */
const MENTIONABLE = /^[\w.][\w./+-]*$/;
const MAX_SHOWN = 50;
/** A list is asked for again after so many milliseconds. */
const FRESH_MS = 3000;

/** Completes `@path` at the end of the prompt with the workspace's files. Ignored and hidden ones are left out. */
export class FileMenu {
  readonly #cwd: string;
  readonly #onChange: () => void;
  #files: readonly string[] = [];
  #askedAt = -Infinity;

  /** @param onChange more files are known */
  constructor(cwd: string, onChange: () => void) {
    this.#cwd = cwd;
    this.#onChange = onChange;
  }

  menuFor(text: string): Menu | undefined {
    const [mention = '', typed = ''] = /(?<=^|[\s(])@([^\s@]*)$/.exec(text) ?? [];
    if (mention === '') return undefined;
    if (performance.now() - this.#askedAt > FRESH_MS) {
      this.#askedAt = performance.now();
      void this.#list();
    }
    const before = text.slice(0, text.length - mention.length);
    const items = bestMatches(this.#files, typed, MAX_SHOWN).map((path) => ({
      label: `@${path}`,
      detail: '',
      text: `${before}@${path} `,
    }));
    return items.length === 0 ? undefined : { key: `files ${typed}`, items, sends: false };
  }

  async #list(): Promise<void> {
    const { findRipgrep } = await import('@sluice/tools');
    const files: string[] = [];
    const child = spawn(await findRipgrep(), ['--files', '--null', '--no-require-git'], {
      cwd: this.#cwd,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let rest = '';
    child.on('error', () => {});
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => {
      const names = `${rest}${text}`.split('\0');
      rest = names.pop() ?? '';
      for (const name of names) if (MENTIONABLE.test(name)) files.push(name);
      if (files.length > MAX_FILES) child.kill();
    });
    child.on('close', () => {
      this.#files = files.toSorted();
      this.#onChange();
    });
  }
}
