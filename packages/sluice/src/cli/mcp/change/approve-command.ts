import { entryProblem, nameProblem, saveApproval } from '@sluice/mcp/config';
import { print } from '../../print.ts';
import { usageError } from '../../usage-error.ts';
import { askPerson } from '../../ask-person.ts';
import { parseCommandLine } from '../../parse-command-line.ts';
import { placeOf } from '../../settings-place.ts';
import { sanitize } from '@sluice/core';
import { findAgentServers } from '../find-agent-servers.ts';
import { findOwnServers } from '../find-own-servers.ts';
import { unknownServer } from '../look/get-command.ts';
import { entryLines } from '../look/server-text.ts';
import { say } from '../../say.ts';
import { synopsisOf } from '../usage.ts';

/**
 * `sluice mcp approve NAME…`; returns the exit code. Everything to be approved is shown first, and the user is asked if
 * there is a terminal; without one, running the command is the approval.
 */
export async function approveCommand(args: readonly string[]): Promise<number> {
  const wrong = (message: string): number => usageError('sluice mcp approve', message, synopsisOf('approve'));
  const options = { all: { type: 'boolean' }, cwd: { type: 'string' } } as const;
  const line = parseCommandLine(args, options, { cwd: 'a directory' });
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  if (positionals.length > 0 === (values.all === true)) return wrong('pass names of servers, or --all');
  const placed = placeOf(values.cwd);
  if (!placed.ok) return wrong(placed.message);
  const own = findOwnServers(placed.place, { configs: [], isStrict: false }, undefined);
  const { servers, loaded } = own;
  for (const problem of [...own.errors, ...own.problems]) say('sluice mcp approve', problem);
  const ofProject = [
    ...servers.filter(({ scope }) => scope === 'project'),
    ...(await findAgentServers(placed.place, loaded)),
  ];
  const misnamed = positionals.map(nameProblem).find((problem) => problem !== undefined);
  if (misnamed !== undefined) {
    say('sluice mcp approve', misnamed);
    return 1;
  }
  const unknown = positionals.find((name) => !ofProject.some((one) => one.name === name));
  if (unknown !== undefined) {
    const known = servers.find(({ name }) => name === unknown);
    const isOwn = `${unknown} is not a server of the project, and needs no approval`;
    say(
      'sluice mcp approve',
      known === undefined
        ? unknownServer(
            unknown,
            ofProject.map(({ name }) => name),
          )
        : isOwn,
    );
    return 1;
  }
  const chosen = ofProject.filter(({ name }) =>
    values.all === true ? nameProblem(name) === undefined : positionals.includes(name),
  );
  for (const server of chosen) {
    const { name, hash, raw, agentFile } = server;
    const shown = entryLines(server).map((field) => `  ${sanitize(field)}\n`);
    await print(`${sanitize(name)}, from ${sanitize(server.file ?? '')}:\n${shown.join('')}`);
    if ((await askPerson(`Approve ${sanitize(name)}?`)) === false) {
      say('sluice mcp approve', `${JSON.stringify(name)} was not approved.`);
      return 1;
    }
    const saved = await saveApproval(
      { repository: loaded.trustRoot, server: name, agentFile, hash, entry: raw },
      placed.place,
    );
    if (!saved.ok) {
      say('sluice mcp approve', saved.message);
      return 1;
    }
    const problem = entryProblem(raw, 'project');
    const rest = problem === undefined ? '' : ` It can't start yet: ${sanitize(problem)}`;
    await print(`Approved ${sanitize(name)}.${rest}\n`);
  }
  if (chosen.length === 0) await print('The project has no servers.\n');
  return 0;
}
