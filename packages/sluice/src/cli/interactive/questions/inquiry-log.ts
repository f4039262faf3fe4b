import { fitText } from '@sluice/base';
import {
  disarm,
  durationText,
  getOwn,
  isCallInquiry,
  isJsonObject,
  ruleText,
  sanitize,
  type CallInquiry,
  type Inquiry,
  type InquiryAnswer,
  type PlanInquiry,
} from '@sluice/core';
import { firstLineOf } from '../log/result-lines.ts';
import {
  bodyLines,
  givenLines,
  keptIn,
  questionsOf,
  shownValue,
  spokenLine,
  titleOf,
  type BodyLine,
  type Given,
  type Style,
  type StyleName,
} from '@sluice/terminal';

const MAX_DENIED = 50;
/** Cells of what was asked about: the row of the call itself follows. */
const MAX_ABOUT = 56;

/** A call that the person has denied. */
export interface Denied {
  readonly inquiry: CallInquiry;
  /** All of it has been shown to them. */
  readonly hasSeenAll: boolean;
}

/** What the log says about a question to the user. */
export class InquiryLog {
  readonly #line: (text: string, keepsWords?: boolean) => void;
  readonly #style: Style;
  readonly #isPlain: boolean;
  readonly #denied: Denied[] = [];

  /** @param isPlain lines are read out: in sentences, without signs */
  constructor(line: (text: string, keepsWords?: boolean) => void, style: Style, isPlain = false) {
    this.#line = line;
    this.#style = style;
    this.#isPlain = isPlain;
  }

  /** Calls that the person has denied, the latest first. */
  get denied(): readonly Denied[] {
    return this.#denied.toReversed();
  }

  /** What the person has answered. */
  answered(inquiry: Inquiry, { answer, said, afterMs, hasSeenAll }: Given): void {
    if (inquiry.kind === 'permission' && answer.behavior === 'deny') {
      this.#denied.push({ inquiry, hasSeenAll });
      if (this.#denied.length > MAX_DENIED) this.#denied.shift();
    }
    this.#settled(inquiry, `${sanitize(said)}${this.#isPlain ? '' : ` (you, ${durationText(afterMs)})`}`);
    for (const line of answerLines(inquiry, answer)) this.#quiet(`  ${line}`);
    if (inquiry.kind === 'plan') this.#changedPlan(answer);
    if (!isCallInquiry(inquiry) || answer.behavior !== 'allow' || answer.always !== true) return;
    const { suggestedDestination: destination, suggestedRules } = inquiry;
    const where = `${destination === 'session' ? 'for' : 'in'} ${keptIn(destination)}`;
    this.#quiet(`kept ${where}: ${suggestedRules.map(sanitize).join(', ')}`);
  }

  /** Rules of the session that no longer hold, because the person has answered so. */
  ended(rules: readonly string[]): void {
    if (rules.length > 0)
      this.#quiet(`no longer allowed in this session: ${rules.map((rule) => sanitize(rule)).join(', ')}`);
  }

  /**
   * It was settled without the person.
   * @param mode the one that allows it now; undefined: none does
   */
  withdrawn(inquiry: Inquiry, mode?: string): void {
    const isOfServer = inquiry.kind === 'form' || inquiry.kind === 'url';
    const withdrawn = isOfServer
      ? `withdrawn (${sanitize(inquiry.source.replace(/^mcp:/, ''))} no longer needs it)`
      : 'withdrawn';
    this.#settled(inquiry, mode === undefined ? withdrawn : `yes (the mode ${mode} allows it)`);
  }

  /**
   * Why it is asked.
   * @param explained the stages of the decision; empty: they are not known
   */
  reason(inquiry: Inquiry, explained: readonly string[]): void {
    // The stages begin with the reason.
    this.#line(explained.length > 0 ? 'why:' : `why: ${disarm(inquiry.reason)}`, true);
    for (const line of explained) this.#line(line, true);
    if (!isCallInquiry(inquiry) || explained.length > 0) return;
    const rule = inquiry.matchedRule;
    if (rule !== undefined) this.#line(`  rule: ${sanitize(ruleText(rule))}`);
    if (inquiry.blockedPath !== undefined) this.#line(`  path: ${sanitize(inquiry.blockedPath)}`);
  }

  /** A plan, whole: its card has only the answers. Most begin with a heading of their own. */
  plan(inquiry: PlanInquiry): void {
    const lines = bodyLines(inquiry, true);
    const isTitled = lines.find(({ text }) => text.trim() !== '')?.text.startsWith('#') === true;
    if (!isTitled) this.#line(this.#style('strong', 'Plan'));
    for (const { text } of lines) this.#line(text, true);
  }

  /** The plan as the person has changed it: the one above is not what is carried out. */
  #changedPlan(answer: InquiryAnswer): void {
    if (answer.behavior !== 'allow' || answer.updatedInput === undefined) return;
    const plan = getOwn(answer.updatedInput, 'plan');
    if (typeof plan !== 'string') return;
    this.#quiet('the plan as you changed it:');
    for (const line of disarm(plan.trimEnd()).split('\n')) this.#line(line, true);
  }

  /** All that its card shows a part of. */
  whole(inquiry: Inquiry): void {
    this.#line(this.#style('strong', `all of ${inquiry.summary}:`));
    for (const { text, tone } of bodyLines(inquiry, true)) {
      const name = TONES[tone];
      const row = this.#isPlain ? spokenLine({ text, tone }) : text;
      this.#line(name === undefined ? row : this.#style(name, row));
    }
  }

  #settled(inquiry: Inquiry, verdict: string): void {
    const all = inquiry.kind === 'confirm' ? sanitize(firstLineOf(inquiry.message)) : titleOf(inquiry);
    const about = this.#isPlain || !isCallInquiry(inquiry) ? all : fitText(all, MAX_ABOUT);
    const { agentChain: chain } = inquiry;
    const by = chain.length === 0 ? '' : ` for agent ${sanitize(chain.join(' › '))}`;
    this.#quiet(`asked: ${about}${by}${this.#isPlain ? ', answer:' : ' →'} ${verdict}`);
  }

  #quiet(text: string): void {
    this.#line(this.#style('quiet', text), true);
  }
}

const TONES: Readonly<Record<BodyLine['tone'], StyleName | undefined>> = {
  ...{ plain: undefined, allowed: undefined },
  ...{ added: 'good', removed: 'bad', warning: 'refused' },
};

/** What the person has answered to each question, or put into each field. */
function answerLines(inquiry: Inquiry, answer: InquiryAnswer): readonly string[] {
  if (inquiry.kind !== 'questions' && inquiry.kind !== 'form') return [];
  if (answer.behavior !== 'allow' || answer.updatedInput === undefined) return [];
  const own = inquiry.kind === 'form' ? answer.updatedInput : getOwn(answer.updatedInput, 'answers');
  if (!isJsonObject(own)) return [];
  return (questionsOf(inquiry) ?? []).flatMap(({ key, text, choices }) => {
    const shown = shownValue(getOwn(own, key), choices);
    return shown === undefined ? [] : givenLines(text, shown);
  });
}
