import { errorText, nearestName } from '@sluice/base';
import { disarm } from '@sluice/core';
import type { Style } from '@sluice/terminal';
import { builtInCommands } from '../commands/built-in-commands.ts';
import type { CommandContext, SlashCommand } from '../commands/slash-command.ts';
import { spokenRows, tableLines } from '../commands/table-lines.ts';
import type { Menu } from '../menus/menu.ts';
import { offeredCommands, type OfferedCommand } from '../menus/offered-commands.ts';

export interface SlashCommandsOptions {
  /** What a command can use. Undefined: no session is open. */
  readonly context: () => Omit<CommandContext, 'offered' | 'print' | 'table' | 'note'> | undefined;
  /** Adds what was typed to the log. */
  readonly logPrompt: (text: string) => void;
  readonly line: (text: string, keepsWords?: boolean) => void;
  /** Of the terminal. */
  readonly columns: () => number;
  readonly style: () => Style;
  readonly note: (text: string) => void;
  /** Sends a message to the model, which runs a command of the session. */
  readonly send: (text: string, when: 'next' | 'after') => void;
  /** The commands of the menu have changed. */
  readonly onOffered: () => void;
  /** Keeps what was typed until the prompt is done. */
  readonly hold: (text: string, run: () => void) => void;
  /** A command that could not run beside a prompt is done, and has opened no list: what waits may go on. */
  readonly goOn: () => void;
  /** A command is done. */
  readonly onDone: () => void;
}

/** What commands are called elsewhere. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ...['quit', 'q', 'bye'].map((name) => [name, 'exit'] as const),
  ...['new', 'reset'].map((name) => [name, 'clear'] as const),
  ...['allowed-tools', 'approvals'].map((name) => [name, 'permissions'] as const),
  ...['checkpoint', 'restore'].map((name) => [name, 'rewind'] as const),
  ['config', 'settings'],
  ['continue', 'resume'],
  ['bashes', 'tasks'],
  ['history', 'transcript'],
  ['think', 'effort'],
  ['compress', 'compact'],
  ['summarize', 'compact'],
]);

/** What `/name` at the prompt does: the built-in commands, and those that the session offers. */
export class SlashCommands {
  readonly #options: SlashCommandsOptions;
  readonly #commands = builtInCommands();
  /** The session's commands when last read. */
  #offered: readonly OfferedCommand[] = [];

  #printing: Promise<void> | undefined;

  constructor(options: SlashCommandsOptions) {
    this.#options = options;
  }

  /** A command waits for what it prints: what is typed meanwhile comes after that. Never rejects. Undefined: none does. */
  get printing(): Promise<void> | undefined {
    return this.#printing;
  }

  /** Runs what was typed. */
  async take(text: string, when: 'next' | 'after'): Promise<void> {
    const { context, logPrompt, note, send, hold, goOn } = this.#options;
    const [, name = '', args = ''] = /^\/(\S*)\s*(.*)$/s.exec(text) ?? [];
    const command = this.#commands.find((one) => one.name === name);
    if (command === undefined) {
      const offered = await this.look();
      if (context() === undefined) return;
      // The session waits for the server of a prompt that is still connecting.
      if (offered.some((one) => one.name === name) || this.#isComing(name)) {
        send(text, when);
        return;
      }
      logPrompt(text);
      const names = [...this.#commands, ...offered].map((one) => one.name);
      const near = OTHER_NAMES.get(name.toLowerCase()) ?? nearestName(name, names);
      const hint = near === undefined ? '/help lists them all.' : `Did you mean /${near}?`;
      note(`There is no command /${name}. ${hint} (To send a slash, type //.)`);
      return;
    }
    if (command.argumentHint === '' && args.trim() !== '') {
      logPrompt(text);
      note(`/${name} takes no arguments, so nothing was done.`);
      return;
    }
    const run = async (): Promise<void> => {
      logPrompt(text);
      if ((await this.run(command, args.trim())) && command.waits) goOn();
    };
    if (command.waits && context()?.isWorking === true) hold(text, () => void run());
    else this.#follow(command, run());
  }

  #follow({ printsLater }: SlashCommand, done: Promise<void>): void {
    if (printsLater !== true) return;
    const end = (): void => {
      if (this.#printing === printing) this.#printing = undefined;
    };
    const printing = done.then(end, end);
    this.#printing = printing;
  }

  /** @returns whether it is done: it has not opened a list to choose from */
  async run(command: SlashCommand, args: string): Promise<boolean> {
    const { context, line, columns, note, onDone } = this.#options;
    const used = context();
    if (used === undefined) return false;
    let isDone = true;
    const style = this.#options.style();
    const print: CommandContext['print'] = (text, styleName) => {
      const shown = disarm(text.replaceAll('\r\n', '\n').replaceAll('\t', '    '));
      // Rules, commands, changes and tables are copied as they are; only words of sentences are kept whole.
      if (styleName === undefined) line(shown, /^[A-Z].* .*\.$|^\s*[A-Z].*\. [A-Z]/.test(shown));
      else line(style(styleName, shown), !/^\s/.test(shown));
    };
    try {
      await command.run(args, {
        ...used,
        pick(picker) {
          isDone = false;
          used.pick(picker);
        },
        offered: () => this.look(),
        print,
        table: (rows, all) => {
          for (const row of used.isPlain ? spokenRows(rows) : tableLines(rows, columns(), all)) print(row);
        },
        note,
      });
    } catch (error) {
      note(`/${command.name} failed: ${errorText(error)}`);
    }
    onDone();
    return isDone;
  }

  #isComing(name: string): boolean {
    const { mcp } = this.#options.context()?.agent.parts ?? {};
    return (
      name.startsWith('mcp__') && mcp?.connected((_server, prefix) => name.startsWith(prefix)) !== undefined
    );
  }

  /** Reads the session's commands again: files and servers come and go. */
  async look(): Promise<readonly OfferedCommand[]> {
    const commands = this.#options.context()?.agent.commands;
    const own = this.#commands.map(({ name }) => name);
    this.#offered = offeredCommands((await commands?.list()) ?? [], own);
    this.#options.onOffered();
    return this.#offered;
  }

  /** @param typed what follows the slash so far */
  menuFor(typed: string): Menu | undefined {
    const own = this.#commands.map(({ name, argumentHint, does }) => ({
      name,
      label: `/${name} ${argumentHint}`.trimEnd(),
      detail: does,
      text: argumentHint === '' ? `/${name}` : `/${name} `,
    }));
    const items = [...own, ...this.#offered]
      .filter(({ name }) => name.startsWith(typed))
      .toSorted((one, other) => Number(other.name === typed) - Number(one.name === typed));
    return items.length === 0 ? undefined : { key: 'commands', items, sends: true };
  }
}
