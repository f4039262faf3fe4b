import { createInterface } from 'node:readline/promises';

/** Whether the user says yes. */
export async function answerOf(question) {
  const lines = createInterface({ input: process.stdin });
  console.log(`${question} (yes or no)`);
  const answer = await new Promise((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve('no'));
  });
  lines.close();
  return answer.trim() === 'yes';
}
