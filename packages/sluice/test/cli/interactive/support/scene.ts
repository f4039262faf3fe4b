import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFailed, onTestFinished } from 'vitest';
import { CLI } from '../../exec/support/cli.ts';
import { scratch } from '../../exec/support/scratch.ts';
import { until } from '../../exec/support/until.ts';
import { printPlace, type PrintPlace } from '../../print/support/print.ts';

export interface SceneOptions {
  readonly server: { readonly address: string };
  readonly columns?: number;
  readonly rows?: number;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Default: `/bin/sh`. */
  readonly shell?: string;
  /** Prepares the working directory. */
  readonly prepare?: (place: PrintPlace) => void;
  /** False: the program is started by the test. Default true. */
  readonly starts?: boolean;
}

/** What is never sent: it would take scrollback away, or the screen. */
// oxlint-disable-next-line no-control-regex -- these are the terminal's own sequences
const FORBIDDEN = /\u001b\[[23]J|\u001b\[\?(?:1049|47|100[0-6])[hl]|\u001b\[\d*;?\d*r/;

/** The program in a real terminal (tmux), started from a shell that has printed 100 lines before. */
export class Scene {
  readonly place: PrintPlace;
  readonly #socket: string;
  readonly #bytes: string;
  /** The path of the program. */
  readonly command: string;
  readonly #args: readonly string[];
  #returns = 0;
  /** For a test that fails. */
  #seen = '';

  private constructor(options: SceneOptions, place: PrintPlace) {
    const { columns = 80, rows = 24, args = [], env = {}, shell = '/bin/sh' } = options;
    this.place = place;
    const directory = scratch();
    this.#socket = join(directory, 'tmux');
    this.#bytes = join(directory, 'bytes');
    this.command = join(directory, 'sluice');
    const quoted = [process.execPath, ...CLI].map((word) => `'${word}'`).join(' ');
    writeFileSync(this.command, `#!/bin/sh\nexec ${quoted} "$@"\n`);
    chmodSync(this.command, 0o755);
    const variables = { ...place.env, PS1: '$ ', TMPDIR: directory, LANG: 'C.UTF-8', ...env };
    const settings = Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    this.tmux(
      ...[
        // Only windows that are opened afterwards have it.
        ...['start-server', ';', 'set-option', '-g', 'history-limit', '20000', ';'],
        'new-session',
        '-d',
        '-x',
        String(columns),
        '-y',
        String(rows),
        '-c',
        place.cwd,
        ...settings,
        shell,
      ],
    );
    this.tmux('pipe-pane', '-O', `cat >> '${this.#bytes}'`);
    onTestFailed(() => console.error(this.#seen));
    onTestFinished(() => {
      try {
        this.tmux('kill-server');
      } catch {
        // It has ended.
      }
    });
    this.type(`stty -g > before; seq -f 'line %g.' 100`);
    this.press('Enter');
    this.#args = args;
  }

  static async open(options: SceneOptions): Promise<Scene> {
    const place = printPlace(options.server);
    options.prepare?.(place);
    const scene = new Scene(options, place);
    await scene.shows(/^line 100\.$/m);
    if (options.starts !== false) await scene.start();
    return scene;
  }

  /** Starts the program, and waits for its prompt. */
  async start(...args: readonly string[]): Promise<void> {
    const words = [...this.#args, ...args].map((word) => `'${word}'`).join(' ');
    this.type(`${this.command} ${words}`);
    this.press('Enter');
    await this.shows(/^ {2}(?!opening)\w+ · <?\d+ % of/m);
  }

  tmux(...words: readonly string[]): string {
    return execFileSync('tmux', ['-S', this.#socket, '-f', '/dev/null', ...words], { encoding: 'utf8' });
  }

  type(text: string): void {
    this.tmux('send-keys', '-l', text);
  }

  press(...keys: readonly string[]): void {
    this.tmux('send-keys', ...keys);
  }

  screen(): string {
    return (this.#seen = this.tmux('capture-pane', '-p'));
  }

  /**
   * Waits until the program has drawn for it: tmux tells it of its new size later than it has it, and only after a resize are all rows of
   * the screen erased.
   */
  async resize(columns: number, rows: number): Promise<void> {
    if (this.tmux('list-panes', '-F', '#{pane_width} #{pane_height}').trim() === `${columns} ${rows}`) return;
    const count = (): number =>
      this.bytes().split(`\u001b7\u001b[2K${'\u001b[B\u001b[2K'.repeat(rows - 1)}\u001b8`).length;
    const before = count();
    this.tmux('set-option', '-g', 'window-size', 'manual');
    this.tmux('resize-window', '-x', String(columns), '-y', String(rows));
    await until(() => (count() > before ? true : undefined));
  }

  /** All of it with what was scrolled away; rows that the terminal has wrapped are one line. */
  history(): string {
    return (this.#seen = this.tmux('capture-pane', '-pJ', '-S', '-'));
  }

  /** Everything that was sent to the terminal. */
  bytes(): string {
    return readFileSync(this.#bytes, 'utf8');
  }

  async shows(pattern: RegExp): Promise<string> {
    return until(() => {
      const screen = this.screen();
      return pattern.test(screen) ? screen : undefined;
    });
  }

  /** Waits until nothing on the screen fits. */
  async hides(pattern: RegExp): Promise<void> {
    await until(() => (pattern.test(this.screen()) ? undefined : true));
  }

  async logs(pattern: RegExp): Promise<string> {
    return until(() => {
      const history = this.history();
      return pattern.test(history) ? history : undefined;
    });
  }

  /** A prompt with Enter. */
  say(text: string): void {
    this.type(text);
    this.press('Enter');
  }

  /** The program has ended and the shell is back, whole. */
  async backInShell(): Promise<void> {
    await this.shows(/\n[$#] *\n*$/);
    // A number of its own: what an earlier return has printed may still be on the screen.
    this.#returns += 1;
    this.say(`stty -g > after; echo back$((20+${this.#returns}))`);
    await this.shows(new RegExp(`^back${20 + this.#returns}$`, 'm'));
    const read = (name: string): string => readFileSync(join(this.place.cwd, name), 'utf8');
    expect(read('after')).toBe(read('before'));
    const history = this.history();
    for (let line = 1; line <= 100; line += 1) expect(history).toContain(`line ${line}.\n`);
    expect(FORBIDDEN.exec(this.bytes())?.[0]).toBeUndefined();
    expect(history).not.toMatch(/^ {2}\w+ · <?\d+ % of/m);
    await until(() => {
      const left = this.#left();
      if (left.length > 0) this.#seen = `still running: ${left.join(', ')}`;
      return left.length === 0 ? true : undefined;
    });
  }

  /** What the program has started and what still runs. */
  #left(): readonly string[] {
    const shell = this.tmux('list-panes', '-F', '#{pane_pid}').trim();
    const mark = `SLUICE_STATE_DIR=${this.place.state}\0`;
    return readdirSync('/proc')
      .filter((pid) => /^\d+$/.test(pid) && pid !== shell && readOfProcess(pid, 'environ').includes(mark))
      .map((pid) => `${pid} ${readOfProcess(pid, 'cmdline').replaceAll('\0', ' ')}`);
  }

  /** Leaves the program, and looks at what it leaves. */
  async leave(): Promise<void> {
    this.press('C-d');
    await this.backInShell();
  }
}

/** Empty: the process is gone. */
function readOfProcess(pid: string, name: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
