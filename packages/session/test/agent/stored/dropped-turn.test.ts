import { expect, it } from 'vitest';
import { dropProblem } from '../../../src/agent/stored/dropped-turn.ts';

type Messages = Parameters<typeof dropProblem>[0]['messages'];

/** `p`: a prompt, `a`: an answer, `r`: results of calls, `n`: a note of a program. */
function transcript(kinds: string): Messages {
  return Array.from(kinds, (kind, index) => ({
    uuid: `${kind}${index}`,
    role: kind === 'a' ? ('assistant' as const) : ('user' as const),
    message: { content: kind === 'r' ? [{ type: 'tool_result' }] : [{ type: 'text', text: 'x' }] },
    isMeta: kind === 'n',
  }));
}

it.each([
  ['papa', 'a1', 'p2', undefined, 'one turn after the message is dropped'],
  ['paparana', 'a1', 'p2', undefined, 'with its calls and notes'],
  ['pa', 'a1', 'p2', undefined, 'nothing is dropped'],
  ['papapa', 'a1', 'p2', 'p4', 'another prompt came after it'],
  ['papp', 'a1', 'p2', 'p3', 'the person said more in that turn'],
  ['papa', 'a1', 'x', 'p2', 'it is another turn'],
  ['parapa', 'a1', 'p4', 'r2', 'results of the turn to keep would go, too'],
  ['papa', 'x', 'p2', 'x', 'the message is not on the branch that counts'],
])('%s through %s, dropping %s: %s (%s)', (...[kinds, through, prompt, other]) => {
  const problem = dropProblem({ messages: transcript(kinds) }, through, prompt);
  if (other === undefined) expect(problem).toBeUndefined();
  else expect(problem).toContain(`Resume rejected by --resume-drops-turn: the message "${other}"`);
});
