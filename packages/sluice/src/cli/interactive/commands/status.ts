import { sanitize } from '@sluice/core';
import type { SlashCommand } from './slash-command.ts';

export const statusCommand: SlashCommand = {
  name: 'status',
  argumentHint: '',
  does: 'Show the session, its model, mode and directories',
  waits: false,
  run(_args, { table, agent, parts, sessionId, usage }) {
    const { mode, directories } = agent.runtime.permission.current();
    const { effort } = agent.thinking ?? {};
    const used = usage.usedTokens ?? 0;
    const rows: (readonly [string, string])[] = [
      ['session', sessionId],
      ['model', agent.provider.model],
      ...(effort === undefined ? [] : [['effort', effort] as const]),
      ['mode', mode],
      ['directory', parts.cwd],
      ...directories
        // Where the session's own results are says nothing to a person.
        .filter(({ path }) => path !== parts.cwd && path !== parts.session.resultsDirectory)
        .map(({ path }) => ['also', path] as const),
      ['window', `${used.toLocaleString('en')} of ${usage.windowTokens.toLocaleString('en')} tokens`],
      ['journal', agent.transcriptPath === '' ? 'not kept' : agent.transcriptPath],
    ];
    table(rows.map(([name, value]) => [name, sanitize(value)]));
  },
};
