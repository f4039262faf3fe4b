import { presentItems } from '@sluice/base';
import type { RuleBehavior } from '@sluice/core';
import { removeSavedRule, type SettingsPlace } from '@sluice/settings';
import type { ListedRule } from '../list/listed-rule.ts';
import { listRules } from '../list/list-rules.ts';
import { openRules } from '../open-rules.ts';
import { placeText } from '../../place-text.ts';
import { nearRules } from './near-rules.ts';
import { refused, type RuleChange } from './rule-change.ts';
import { destinationOf, type Destination } from './rule-words.ts';

interface UnwantedRule {
  readonly text: string;
  /** Undefined: the list that contains it, if there is only one. */
  readonly behavior: RuleBehavior | undefined;
  readonly from: Destination | undefined;
}

/** Removes a rule from the files of one source. If several lists contain it, the user must choose. */
export async function removeRule(unwanted: UnwantedRule, place: SettingsPlace): Promise<RuleChange> {
  const { behavior, from } = unwanted;
  const text = unwanted.text.trim();
  const listed = listRules(openRules(place));
  const same = listed.filter((rule) => rule.text.trim() === text);
  const wanted = same.filter(
    (rule) => (behavior ?? rule.behavior) === rule.behavior && (from ?? rule.source) === rule.source,
  );
  const [first] = wanted;
  if (first === undefined) return refused(missingText(unwanted, same, listed));
  const own = wanted.filter(({ source }) => destinationOf(source) !== undefined);
  const [target = first] = own;
  if (new Set(own.map((rule) => `${rule.behavior} ${rule.source}`)).size > 1) {
    const places = own.map((rule) => `${rule.behavior} in ${placeText(rule)} (${rule.source})`);
    return refused(
      `${text} is in more than one place: ${places.join(', ')}. Choose one by adding allow, ask or deny before the rule, or with --from.`,
    );
  }
  const removed = await removeSavedRule({ ...target, text }, place);
  if (!removed.ok)
    return refused(target.file === undefined ? removed.message : `${target.file}: ${removed.message}`);
  if (removed.files.length === 0) {
    return refused(
      `Nothing was removed: ${placeText(target)} contains ${text} in a different form. Remove it by hand.`,
      removed.warning === undefined ? [] : [removed.warning],
    );
  }
  const left = same.filter((rule) => rule.source !== target.source || rule.behavior !== target.behavior);
  return {
    ok: true,
    files: removed.files,
    message: `removed from ${removed.files.join(', ')}: ${target.behavior} ${text}`,
    warnings: presentItems([
      removed.warning,
      ...left.map((rule) => `${rule.behavior} ${text} is still in ${placeText(rule)} (${rule.source})`),
    ]),
  };
}

function missingText(
  { text, behavior, from }: UnwantedRule,
  same: readonly ListedRule[],
  all: readonly ListedRule[],
): string {
  const what = `There is no ${behavior === undefined ? '' : `${behavior} `}rule ${JSON.stringify(text)}`;
  const where = from === undefined ? 'in any settings file' : `in the ${from} settings`;
  if (same.length > 0) {
    const places = same.map((rule) => `${rule.behavior} in ${placeText(rule)} (${rule.source})`);
    return `${what} ${where}; it exists as ${places.join(', ')}.`;
  }
  const near = nearRules(
    text,
    all.map((rule) => rule.text),
  );
  const hint = near.length === 0 ? 'sluice rules list prints all' : `did you mean ${near.join(' or ')}?`;
  return `${what} ${where}; ${hint}`;
}
