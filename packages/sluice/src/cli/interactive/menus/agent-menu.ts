import type { AgentDefinition } from '@sluice/agent';
import { sanitize } from '@sluice/core';
import { bestMatches } from '@sluice/terminal';
import type { Menu, MenuItem } from './menu.ts';

/** A list is asked for again after so many milliseconds. */
const FRESH_MS = 3000;
const PREFIX = 'agent-';

/** Where types of agents come from. */
export interface AgentTypesPort {
  types(): Promise<KnownTypes>;
}

interface KnownTypes {
  readonly definitions: readonly Pick<AgentDefinition, 'name' | 'description'>[];
}

/** What completes a mention: items that go before those of files, and after them. */
export interface AgentItems {
  readonly first: readonly MenuItem[];
  readonly last: readonly MenuItem[];
}

/** Completes `@agent-type` at the end of the prompt with the types of agents. */
export class AgentMenu {
  readonly #port: () => AgentTypesPort | undefined;
  readonly #onChange: () => void;
  /** By their mentions, with their descriptions. */
  #known: ReadonlyMap<string, string> = new Map();
  #askedAt = -Infinity;

  /** @param onChange more types are known */
  constructor(port: () => AgentTypesPort | undefined, onChange: () => void) {
    this.#port = port;
    this.#onChange = onChange;
  }

  /** Undefined: the prompt doesn't end in a mention, or no type fits it. */
  menuFor(text: string): (Pick<Menu, 'key'> & AgentItems) | undefined {
    const [mention = '', typed = ''] = /(?<=^|[\s(])@([^\s@]*)$/.exec(text) ?? [];
    if (mention === '') return undefined;
    this.#ask();
    const before = text.slice(0, text.length - mention.length);
    const found = bestMatches([...this.#known.keys()], typed, this.#known.size);
    if (found.length === 0) return undefined;
    const isMeant = (name: string): boolean =>
      typed !== '' && (name.startsWith(typed) || name.slice(PREFIX.length).startsWith(typed));
    const items = (names: readonly string[]): readonly MenuItem[] =>
      names.map((name) => ({
        label: `@${name}`,
        detail: this.#known.get(name) ?? '',
        text: `${before}@${name} `,
      }));
    return {
      key: `agents ${typed}`,
      first: items(found.filter(isMeant)),
      last: items(found.filter((name) => !isMeant(name))),
    };
  }

  #ask(): void {
    const port = this.#port();
    if (port === undefined || performance.now() - this.#askedAt < FRESH_MS) return;
    this.#askedAt = performance.now();
    const known = ({ definitions }: KnownTypes): void => {
      this.#known = new Map(
        definitions
          .filter(({ name }) => /^[A-Za-z0-9][\w:.-]*$/.test(name))
          .map(({ name, description }) => [
            `${PREFIX}${name}`,
            sanitize(description.trim().split('\n', 1)[0] ?? ''),
          ]),
      );
      this.#onChange();
    };
    // What can't be read now is asked for again.
    port.types().then(known, () => {});
  }
}
