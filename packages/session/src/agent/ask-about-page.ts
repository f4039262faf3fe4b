import { askForText } from '@sluice/agent';
import type { PageAnswer, PageQuestion } from '@sluice/tools';
import { addSideUsage } from './add-side-usage.ts';
import type { AssembledAgent } from './assembled-agent.ts';

/** Names the small model of a session. */
const SMALL_MODEL = 'ANTHROPIC_DEFAULT_HAIKU_MODEL';

/** Puts a question about a page to a small model, else to that of the agent. Never rejects. */
export async function askAboutPage(
  agent: AssembledAgent,
  { system, prompt, maxTokens, signal }: PageQuestion,
): Promise<PageAnswer> {
  const fail = (message: string): PageAnswer => ({ ok: false, message });
  if (agent.budgetLeftUsd === 0) return fail("The session's budget is used up.");
  const small = agent.parts.env[SMALL_MODEL];
  const opened = await agent.tree.providers.open(
    small === undefined || small === '' ? agent.askedModel() : small,
  );
  if (!opened.ok) return fail(opened.message);
  const { provider } = opened;
  try {
    const answer = await askForText(provider, { system: [system], prompt, maxTokens, signal });
    addSideUsage(agent, provider, answer.usage);
    return answer.text === undefined ? fail(answer.problem ?? '') : { ok: true, text: answer.text };
  } finally {
    provider.close();
  }
}
