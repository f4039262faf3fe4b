import { askForText } from '@sluice/agent';
import type { PageAnswer, PageQuestion } from '@sluice/tools';
import { askBeside, NO_BUDGET, openBeside } from './ask-beside.ts';
import type { AssembledAgent } from '../assembled-agent.ts';

/** Names the small model of a session. */
const SMALL_MODEL = 'ANTHROPIC_DEFAULT_HAIKU_MODEL';

/** Puts a question about a page to a small model, else to that of the agent. Never rejects. */
export async function askAboutPage(
  agent: AssembledAgent,
  { system, prompt, maxTokens, signal }: PageQuestion,
): Promise<PageAnswer> {
  const fail = (message: string): PageAnswer => ({ ok: false, message });
  if (agent.budgetLeftUsd === 0) return fail(NO_BUDGET);
  const small = agent.parts.env[SMALL_MODEL];
  const opened = await openBeside(agent, small === undefined || small === '' ? agent.askedModel() : small);
  if (!opened.ok) return fail(opened.message);
  const { provider } = opened;
  try {
    const size = { chars: system.length + prompt.length, maxTokens, signal };
    const answer = await askBeside(agent, provider, size, () =>
      askForText(provider, { system: [system], prompt, maxTokens, signal }),
    );
    if (answer === undefined) return fail(NO_BUDGET);
    return answer.text === undefined ? fail(answer.problem ?? '') : { ok: true, text: answer.text };
  } finally {
    provider.close();
  }
}
