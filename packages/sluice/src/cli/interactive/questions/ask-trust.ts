import { loadSettings, trustDirectory, type LoadedSettings } from '@sluice/settings';
import type { Asker, InquiryAnswer } from '@sluice/core';
import { placeOf } from '../../settings-place.ts';
import { withheldLines } from '../../rules/trust/withheld-lines.ts';

/** What came of the question. */
export interface TrustAnswer {
  /** The person wants no session here. */
  readonly isLeaving: boolean;
  /** What waits for trust, a line each. */
  readonly withheld: readonly string[];
  /** Why the trust could not be saved, as a sentence. */
  readonly problem: string | undefined;
}

const GO_ON: TrustAnswer = { isLeaving: false, withheld: [], problem: undefined };

/** What waits for trust now, a line each. */
export async function waitingForTrust(cwd: string): Promise<readonly string[]> {
  const placed = placeOf(cwd);
  return placed.ok ? withheldLines(loadSettings(placed.place)) : [];
}

/** Asks whether the repository's settings may apply, before any of them does. Without a yes, they don't for this run. */
export async function askTrust(
  { cwd, loaded }: { readonly cwd: string; readonly loaded: LoadedSettings | undefined },
  asker: Pick<Asker, 'push'>,
): Promise<TrustAnswer> {
  const placed = placeOf(cwd);
  if (!placed.ok || loaded === undefined) return GO_ON;
  const gains = await withheldLines(loaded);
  if (gains.length === 0) return GO_ON;
  const directory = loaded.trustRoot;
  const answer = await new Promise<InquiryAnswer>((resolve) => {
    asker.push(
      {
        kind: 'trust',
        requestId: 'trust',
        summary: `Trust the settings of ${directory}?`,
        reason: 'these lines of its settings apply only if you trust the directory',
        agentChain: [],
        directory,
        gains,
      },
      resolve,
    );
  });
  if (answer.behavior === 'deny')
    return { ...GO_ON, withheld: gains, isLeaving: answer.isDismissed === true };
  const saved = await trustDirectory(directory, placed.place);
  return saved.ok ? GO_ON : { ...GO_ON, withheld: gains, problem: saved.message };
}
