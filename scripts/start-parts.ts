import { join } from 'node:path';
import type { Plugin } from 'rolldown';

/**
 * What starts quickest is read from few files: finding and linking one costs a third of a millisecond. Each part is all
 * that its modules load at once, less what parts before it hold, so that no command reads what it does not need.
 */
const PARTS: readonly (readonly [name: string, modules: readonly string[]])[] = [
  ['cli', ['sluice/src/cli/run-program.ts']],
  ['prompt', ['sluice/src/cli/interactive/start/interactive-command.ts']],
  ['settings', ['sluice/src/cli/settings/settings-command.ts']],
  // Every run but one with --bare looks for MCP servers, and all but those of `sluice exec` for skills.
  [
    'exec',
    [
      'sluice/src/cli/exec/exec-command.ts',
      'mcp/src/config/index.ts',
      // The client and the server of MCP share these, of a few lines each.
      'mcp/src/client/connect/protocol-for.ts',
      'mcp/src/instances.ts',
      'mcp/src/transport/json-rpc.ts',
      'mcp/src/transport/reconnect-delay.ts',
    ],
  ],
  [
    'print',
    [
      'sluice/src/cli/print/print-command.ts',
      'agent/src/providers/open-http.ts',
      'session/src/agent/open-main-agent.ts',
      'session/src/skills/session-skills.ts',
    ],
  ],
  // A run with MCP servers: what it shares with connecting and with logins would be files of a few lines.
  ['mcp', ['mcp/src/index.ts']],
];

/** What must not be loaded with these parts; a static import on the way to it has cost 15 ms of each start. */
const LATER: readonly (readonly [module: string, parts: readonly string[]])[] = [
  // It is loaded while the model thinks, or when it is first called.
  ['shell/src/effects/analyze-command.ts', PARTS.map(([name]) => name)],
  // `--help` and `--version` run no engine, and the prompt is there before one is loaded.
  ['core/src/run/create-engine.ts', ['cli', 'prompt']],
];

/** No start builds a schema: this is loaded by the first that is built (`lazyBuiltins`). */
const SCHEMAS = /[\\/]node_modules[\\/]zod[\\/]/;

/** The files that the command's modules go to; modules of no part are left to the bundler. */
export function startParts(packagesDirectory: string): {
  readonly plugin: Plugin;
  readonly groups: { name: string; priority: number; test(id: string): boolean }[];
} {
  const partOf = new Map<string, string>();
  return {
    plugin: {
      name: 'start-parts',
      buildEnd() {
        const take = (id: string, part: string): void => {
          if (SCHEMAS.test(id)) return;
          const found = this.getModuleInfo(id);
          if (found === null || partOf.has(id)) return;
          partOf.set(id, part);
          for (const needed of found.importedIds) take(needed, part);
        };
        for (const [part, modules] of PARTS) {
          for (const module of modules) {
            const id = join(packagesDirectory, module);
            if (this.getModuleInfo(id) === null) throw new Error(`The command has no module ${id}.`);
            take(id, part);
          }
        }
        for (const [module, notIn] of LATER) {
          const part = partOf.get(join(packagesDirectory, module));
          if (part !== undefined && notIn.includes(part))
            throw new Error(`${module} is loaded with ${part}: import it where it is first needed.`);
        }
      },
    },
    groups: [
      { name: 'zod', priority: PARTS.length + 1, test: (id) => SCHEMAS.test(id) },
      ...PARTS.map(([name], index) => ({
        name,
        priority: PARTS.length - index,
        test: (id: string) => partOf.get(id) === name,
      })),
    ],
  };
}
