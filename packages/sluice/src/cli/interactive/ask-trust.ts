import { loadSettings, trustDirectory } from '@sluice/settings';
import type { Asker } from '@sluice/core';
import { placeOf } from '../settings-place.ts';
import { withheldLines } from '../rules/trust/withheld-lines.ts';

/**
 * Asks whether the repository's settings may apply, before any of them does. Without a yes, they don't for this run.
 * Returns a sentence if the trust could not be saved.
 */
export async function askTrust(cwd: string, asker: Pick<Asker, 'push'>): Promise<string | undefined> {
  const placed = placeOf(cwd);
  if (!placed.ok) return undefined;
  const loaded = loadSettings(placed.place);
  const gains = withheldLines(loaded);
  if (gains.length === 0) return undefined;
  const directory = loaded.trustRoot;
  const isTrusted = await new Promise<boolean>((resolve) => {
    asker.push(
      {
        kind: 'trust',
        requestId: 'trust',
        summary: `Trust the settings of ${directory}?`,
        reason: 'these lines of its settings apply only in a directory that you trust',
        agentChain: [],
        directory,
        gains,
      },
      ({ behavior }) => resolve(behavior === 'allow'),
    );
  });
  if (!isTrusted) return undefined;
  const saved = await trustDirectory(directory, placed.place);
  return saved.ok ? undefined : saved.message;
}
