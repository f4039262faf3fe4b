import { writeFileSync } from 'node:fs';
import {
  createPermissionState,
  createPolicy,
  createRuntime,
  systemClock,
  type Asker,
  type RuntimeOptions,
} from '@sluice/core';
import { createFileStore, createNodeFiles } from '@sluice/host';
import type { CommandRequest, CommandResult, ProcessSession } from '@sluice/process';
import { commandLanguage } from '@sluice/shell';
import { createBashTool } from '../../../src/bash/create-bash-tool.ts';
import type { Place } from './places.ts';
import type { World } from './world.ts';

/** A call that would run without a question, with what would be started for it. */
export interface Unasked {
  readonly command: string;
  readonly request: CommandRequest;
}

export interface Asked {
  readonly command: string;
  readonly reason: string;
}

export interface Answers {
  readonly unasked: readonly Unasked[];
  readonly asked: readonly Asked[];
}

/** Through the engine and the policy that a session has, with everything but the start of a process. */
export async function askSluice(
  { env, home, run }: World,
  { workspace, cwd }: Place,
  commands: readonly string[],
): Promise<Answers> {
  const requests: CommandRequest[] = [];
  const asked: Asked[] = [];
  let current = '';
  const asker: Asker = {
    push({ reason }, settle) {
      asked.push({ command: current, reason });
      settle({ behavior: 'deny' });
    },
    remove() {},
    update() {},
  };
  const options: RuntimeOptions = {
    tools: [createBashTool({ processes: recorder(requests), env, workspace, onWarning() {} })],
    cwd,
    permission: {
      policy: createPolicy({
        files: createNodeFiles(),
        languages: new Map([['Bash', commandLanguage]]),
        remedy: '',
        knownTools: () => ['Bash'],
      }),
      state: createPermissionState({
        mode: 'default',
        workingDirectories: [workspace],
        root: workspace,
        home,
      }),
      asker,
    },
    ports: { clock: systemClock, files: createNodeFiles(), store: createFileStore({ directory: run }) },
  };
  const runtime = createRuntime(options);
  const unasked: Unasked[] = [];
  for (const [index, command] of commands.entries()) {
    const before = requests.length;
    current = command;
    for await (const event of runtime.run([{ id: `call-${index}`, name: 'Bash', input: { command } }])) {
      if (event.type === 'error') throw new Error(JSON.stringify(event));
    }
    const request = requests[before];
    if (request !== undefined) unasked.push({ command, request });
  }
  return { unasked, asked };
}

/** Starts nothing, and keeps what would have been started. */
function recorder(requests: CommandRequest[]): ProcessSession {
  const dispose = async (): Promise<void> => {};
  return {
    async run(request): Promise<CommandResult> {
      requests.push(request);
      if (typeof request.outputPath === 'string') writeFileSync(request.outputPath, '');
      return {
        end: { status: 'exited', code: 0 },
        sandbox: 'not-applicable',
        denials: [],
        outputBytes: 0,
        stopped: [],
        kept: [],
        remaining: [],
        durationMs: 0,
      };
    },
    start: () => ({ ok: false, code: 'spawn-error', message: 'Nothing is started here.' }),
    watched: (environment) => environment,
    guardTerminal() {},
    stopping: { watch: () => () => {}, kill: () => false },
    prepare() {},
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}
