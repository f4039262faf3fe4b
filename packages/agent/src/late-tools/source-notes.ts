import { presentItems } from '@sluice/base';

/** A source of tools that can't be used until the user logs in. */
export interface SourceNeedingLogin {
  readonly name: string;
  /** What is wrong and how the user fixes it, on one line. */
  readonly reason: string;
}

export interface SourceNotesOptions {
  /** Names of sources whose tools are still to come. Default: none. */
  readonly connecting?: (() => readonly string[]) | undefined;
  /** Default: none. */
  readonly needsLogin?: (() => readonly SourceNeedingLogin[]) | undefined;
}

/** What the model is told about sources whose tools it doesn't have, each once. */
export class SourceNotes {
  readonly #options: SourceNotesOptions;
  #connecting: ReadonlySet<string> = new Set();
  #needingLogin: ReadonlySet<string> = new Set();

  constructor(options: SourceNotesOptions) {
    this.#options = options;
  }

  /** @param search the tool that waits for sources that connect; undefined: there is none */
  take(search: string | undefined): readonly string[] {
    return presentItems([this.#connectingNote(search), this.#loginNote()]);
  }

  /** Call after a summary has replaced the messages that had the notes. */
  forget(): void {
    this.#needingLogin = new Set();
  }

  #connectingNote(search: string | undefined): string | undefined {
    const names = (this.#options.connecting?.() ?? []).filter((name) => !this.#connecting.has(name));
    if (names.length === 0) return undefined;
    this.#connecting = new Set([...this.#connecting, ...names]);
    return connectingText(names, search);
  }

  #loginNote(): string | undefined {
    const all = this.#options.needsLogin?.() ?? [];
    const added = all.filter(({ name }) => !this.#needingLogin.has(name));
    // A login that expires later is said again.
    this.#needingLogin = new Set(all.map(({ name }) => name));
    return added.length === 0 ? undefined : needsLoginText(added);
  }
}

/**
 * Tells the model of servers whose tools are still to come.
 * @param search the tool that waits for them; undefined: there is none, and they are listed when they come
 */
export function connectingText(servers: readonly string[], search: string | undefined): string {
  const what = `These MCP servers are still connecting: ${servers.join(', ')}.`;
  return search === undefined
    ? `${what} Their tools are added to your list when they are connected.`
    : `${what} To wait for their tools, search for them with ${search}.`;
}

/** Tells the model of servers that it can't use, and whom to ask. */
export function needsLoginText(servers: readonly SourceNeedingLogin[]): string {
  return [
    "These MCP servers can't be used until the user logs in. If you need one, tell the user how:",
    ...servers.map(({ name, reason }) => `- ${name}: ${reason}`),
  ].join('\n');
}
