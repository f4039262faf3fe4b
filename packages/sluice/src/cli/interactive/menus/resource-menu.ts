import type { McpServers } from '@sluice/mcp';
import { bestMatches } from '@sluice/terminal';
import type { Menu } from './menu.ts';

const MAX_SHOWN = 50;
/** A list is asked for again after so many milliseconds. */
const FRESH_MS = 3000;

/** Completes `@server:uri` at the end of the prompt with the resources of MCP servers. */
export class ResourceMenu {
  readonly #servers: () => Pick<McpServers, 'resources'> | undefined;
  readonly #onChange: () => void;
  /** As they are mentioned, each with its title. */
  #known: ReadonlyMap<string, string> = new Map();
  #askedAt = -Infinity;

  /** @param onChange more resources are known */
  constructor(servers: () => Pick<McpServers, 'resources'> | undefined, onChange: () => void) {
    this.#servers = servers;
    this.#onChange = onChange;
  }

  /** Undefined: the prompt doesn't end in a mention, or no resource fits it. */
  menuFor(text: string): Menu | undefined {
    const [mention = '', typed = ''] = /(?<=^|[\s(])@([^\s@]*)$/.exec(text) ?? [];
    if (mention === '') return undefined;
    this.#ask();
    const fitting = [...this.#known.keys()].filter((name) => name.startsWith(typed.split(':', 1)[0] ?? ''));
    const before = text.slice(0, text.length - mention.length);
    const items = bestMatches(fitting, typed, MAX_SHOWN).map((name) => ({
      label: `@${name}`,
      detail: this.#known.get(name) ?? '',
      text: `${before}@${name} `,
    }));
    return items.length === 0 ? undefined : { key: `resources ${typed}`, items, sends: false };
  }

  #ask(): void {
    const servers = this.#servers();
    if (servers === undefined || performance.now() - this.#askedAt < FRESH_MS) return;
    this.#askedAt = performance.now();
    void servers.resources(AbortSignal.timeout(FRESH_MS)).then((found) => {
      this.#known = new Map(
        found.flatMap(({ server, uri, name }) => (/\s/.test(uri) ? [] : [[`${server}:${uri}`, name]])),
      );
      this.#onChange();
    });
  }
}
