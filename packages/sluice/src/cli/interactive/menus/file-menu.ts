import { spawn } from 'node:child_process';
import { sanitize } from '@sluice/core';
import { bestMatches } from '@sluice/terminal';
import type { Menu } from './menu.ts';

const MAX_FILES = 100_000;
/** What a mention can hold without quotes. */
const PLAIN = /^[\w.][\w./+-]*$/;
const MAX_SHOWN = 50;
/** A list is asked for again after so many milliseconds. */
const FRESH_MS = 3000;

interface Listing {
  files: readonly string[];
  askedAt: number;
}

/** Options of ripgrep for files that it leaves out otherwise. */
const ALL = ['--hidden', '--no-ignore', '--glob', '!.git/'];

/**
 * Completes `@path` at the end of the prompt with the workspace's files. Ignored and hidden ones come with `@.`, after which any part of
 * their path may follow.
 */
export class FileMenu {
  readonly #cwd: string;
  readonly #onChange: () => void;
  readonly #plain: Listing = { files: [], askedAt: -Infinity };
  readonly #all: Listing = { files: [], askedAt: -Infinity };

  /** @param onChange more files are known */
  constructor(cwd: string, onChange: () => void) {
    this.#cwd = cwd;
    this.#onChange = onChange;
  }

  menuFor(text: string): Menu | undefined {
    const [mention = '', typed = ''] = /(?<=^|[\s(])@([^\s@]*)$/.exec(text) ?? [];
    if (mention === '') return undefined;
    const wantsAll = typed.startsWith('.');
    const listing = wantsAll ? this.#all : this.#plain;
    if (performance.now() - listing.askedAt > FRESH_MS) {
      listing.askedAt = performance.now();
      void this.#list(listing, wantsAll ? ALL : []);
    }
    const before = text.slice(0, text.length - mention.length);
    const items = bestMatches(listing.files, wantsAll ? typed.slice(1) : typed, MAX_SHOWN).map((path) => ({
      label: mentionOf(path),
      detail: '',
      text: `${before}${mentionOf(path)} `,
    }));
    return items.length === 0 ? undefined : { key: `files ${typed}`, items, sends: false };
  }

  async #list(listing: Listing, options: readonly string[]): Promise<void> {
    const { findRipgrep } = await import('@sluice/tools');
    const files: string[] = [];
    const child = spawn(await findRipgrep(), ['--files', '--null', '--no-require-git', ...options], {
      cwd: this.#cwd,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let rest = '';
    child.on('error', () => {});
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => {
      const names = `${rest}${text}`.split('\0');
      rest = names.pop() ?? '';
      for (const name of names) if (isMentionable(name)) files.push(name);
      if (files.length > MAX_FILES) child.kill();
    });
    child.on('close', () => {
      listing.files = files.toSorted();
      this.#onChange();
    });
  }
}

/** What the prompt would not show as it is can't be chosen. */
function isMentionable(name: string): boolean {
  return name !== '' && (PLAIN.test(name) || (!name.includes('"') && sanitize(name) === name));
}

function mentionOf(path: string): string {
  return PLAIN.test(path) ? `@${path}` : `@"${path}"`;
}
