import type { HooksJudge } from '../definitions/hooks-judge.ts';
import { parseAgentsJson, type ParsedAgents } from './parse-agents-json.ts';
import { quoted } from './quoted.ts';

/**
 * As `parseAgentsJson`, and refuses an agent whose hooks can't be read, since it would work without the guard that its author wrote.
 * Never rejects.
 */
export async function readAgentsJson(text: string, judgeHooks: HooksJudge): Promise<ParsedAgents> {
  const parsed = parseAgentsJson(text);
  if (!parsed.ok) return parsed;
  for (const { name, hooks } of parsed.definitions) {
    const why = hooks === undefined ? undefined : await judgeHooks(hooks);
    if (why !== undefined) return { ok: false, message: `${quoted(name)}: its hooks are invalid. ${why}` };
  }
  return parsed;
}
