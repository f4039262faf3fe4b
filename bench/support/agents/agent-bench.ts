import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorText } from '@sluice/base';
import { floorProgram, measuredProgram, type AgentProgram } from './agent-programs.ts';
import { startAgentServer, type AgentServer } from './agent-server.ts';
import { failed, type Line } from '../table/line.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

/** What the runs of a row share. */
export interface AgentBench {
  readonly server: AgentServer;
  readonly ours: AgentProgram;
  readonly floor: AgentProgram;
  /** Of both programs; holds nothing at first. */
  readonly cwd: string;
  readonly home: string;
}

export type AgentLines = (bench: AgentBench) => Promise<readonly Line[]>;

/** Makes the lines one group after the other; a group that breaks is a failure of its own. */
export async function measureAgents(groups: Readonly<Record<string, AgentLines>>): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const [name, group] of Object.entries(groups)) {
    try {
      lines.push(...(await withBench(group)));
    } catch (error) {
      lines.push(failed(name, errorText(error)));
    }
  }
  return lines;
}

async function withBench(group: AgentLines): Promise<readonly Line[]> {
  using directory = temporaryDirectory();
  await using server = await startAgentServer();
  const [cwd, home] = [join(directory.path, 'project'), join(directory.path, 'home')];
  mkdirSync(cwd);
  mkdirSync(home);
  const floor = await floorProgram(directory.path);
  return await group({ server, ours: measuredProgram(), floor, cwd, home });
}
