import type { AgentTypes, DefinitionFiles } from '@sluice/agent';
import type { SessionParts } from '../../../parts/session-parts.ts';
import { readAgentTypes } from './read-agent-types.ts';

/** The types of agents that a session may open, as their files are now. */
export class OpenableTypes {
  readonly #parts: SessionParts;
  readonly #files: DefinitionFiles;
  #only: ReadonlySet<string> | undefined;

  constructor(parts: SessionParts, files: DefinitionFiles) {
    this.#parts = parts;
    this.#files = files;
  }

  /** The main agent may open these only. Undefined: all. */
  limit(only: ReadonlySet<string> | undefined): void {
    this.#only = only;
  }

  async read(): Promise<AgentTypes> {
    const { cwd, permission, env, subAgents: options = {} } = this.#parts;
    const types = await readAgentTypes({
      ...{ cwd, permission, env, files: this.#files, options },
      managed: this.#parts.subAgents?.managedDirectories,
    });
    const only = this.#only;
    return only === undefined
      ? types
      : { ...types, definitions: types.definitions.filter(({ name }) => only.has(name)) };
  }
}
