import type { BatchItem } from './batch.ts';
import type { DeskEvents } from './desk-events.ts';
import { textChoice } from './entered.ts';
import type { OpenInquiry } from './open-inquiries.ts';
import type { Option } from './option.ts';
import { optionsOf } from './options-of.ts';

interface CardOptionsScope {
  readonly events: Pick<DeskEvents, 'hasAuto' | 'hasBrowser'>;
  /** The card on the screen leaves something out. */
  readonly isCut: boolean;
  /** The calls that can be answered together. */
  readonly calls: readonly BatchItem[];
}

/** The options of an inquiry as its card has them now. */
export function cardOptions(
  { inquiry, hasSeenAll, progress }: OpenInquiry,
  { events: { hasAuto, hasBrowser }, isCut, calls }: CardOptionsScope,
): readonly Option[] {
  const options = optionsOf(inquiry, progress, {
    hasSeenAll,
    isCut,
    hasAuto: hasAuto(),
    hasBrowser: hasBrowser(),
  });
  if (textChoice(options) !== undefined) return options.map((option) => ({ ...option, hasKey: false }));
  const { length } = calls;
  if (inquiry.kind !== 'permission' || length < 2) return options;
  const all: Option = { digit: '8', label: `All ${length} …`, choice: { kind: 'batch' } };
  return [...options, all].toSorted((one, other) => Number(one.digit) - Number(other.digit));
}
