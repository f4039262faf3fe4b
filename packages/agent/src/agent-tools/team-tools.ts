import { defineTool, fail, writeNamed, type AnyTool, type JsonSchema, type ToolResult } from '@sluice/core';
import type { SubAgentPort } from './sub-agent-port.ts';

interface TeamCreateInput {
  readonly team_name?: string;
  readonly description?: string;
}

interface TeamOutput {
  readonly team_name: string;
  readonly message: string;
}

const createSchema: JsonSchema<TeamCreateInput> = {
  type: 'object',
  properties: {
    team_name: { type: 'string', description: 'Ignored: the session has one team.' },
    description: { type: 'string', readOnly: true, description: 'Ignored.' },
  },
  additionalProperties: false,
};

const deleteSchema: JsonSchema<Record<string, never>> = {
  type: 'object',
  properties: {},
  additionalProperties: false,
};

/** The tools `TeamCreate` and `TeamDelete`, for prompts that name them: a session has one team without them. */
export function createTeamTools(port: SubAgentPort): readonly AnyTool[] {
  const create = defineTool<typeof createSchema, TeamOutput>({
    name: 'TeamCreate',
    description:
      "Returns the name of this session's team, which already exists. To add a teammate, call Agent with a name; teammates share the task list and talk with SendMessage.",
    searchHint: 'teams, teammates, swarm',
    inputSchema: createSchema,
    isDeferred: true,
    isReadOnly: true,
    claims: () => [],
    actions: () => ({ actions: [] }),
    isDestructive: () => false,
    checkPermissions: () => ({ behavior: 'allow' }),
    call(): Promise<ToolResult<TeamOutput>> {
      const team = port.team();
      if (team === undefined) return Promise.resolve(fail('no-team', NO_TEAM));
      const message = `The team of this session is ${team.name}, and you lead it. Teammates: ${team.members.join(', ') || 'none yet'}. Call Agent with a name to add one.`;
      return Promise.resolve({ data: { team_name: team.name, message } });
    },
    toModel: ({ message }) => message,
    summarize: () => 'Team',
  });
  const remove = defineTool<typeof deleteSchema, TeamOutput>({
    name: 'TeamDelete',
    description:
      'Dismisses all teammates. Fails while one is working: send it {"type": "shutdown_request"} first, and wait for its answer.',
    searchHint: 'end a team, dismiss teammates',
    inputSchema: deleteSchema,
    isDeferred: true,
    claims: () => [writeNamed('messages')],
    actions: () => ({ actions: [] }),
    isDestructive: () => false,
    checkPermissions: () => ({ behavior: 'allow' }),
    call(): Promise<ToolResult<TeamOutput>> {
      const team = port.team();
      if (team === undefined) return Promise.resolve(fail('no-team', NO_TEAM));
      if (!port.deleteTeam()) {
        return Promise.resolve(
          fail(
            'team-works',
            `These teammates are still working: ${team.working.join(', ')}. Send each {"type": "shutdown_request"}, or stop it with TaskStop, and try again when it has ended.`,
          ),
        );
      }
      const message =
        team.members.length === 0
          ? 'The team has no teammates.'
          : `Dismissed ${team.members.join(', ')}. The task list stays.`;
      return Promise.resolve({ data: { team_name: team.name, message } });
    },
    toModel: ({ message }) => message,
    summarize: () => 'Dismiss the team',
  });
  return [create, remove];
}

const NO_TEAM =
  'Teams are off. The user can turn them on with CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS=1 before the session starts.';
