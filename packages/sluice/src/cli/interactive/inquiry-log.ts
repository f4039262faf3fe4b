import { isCallInquiry, ruleText, sanitize, type CallInquiry, type Inquiry } from '@sluice/core';
import { bodyLines, type Style } from '@sluice/terminal';

const MAX_DENIED = 50;

/** What the log says about a question to the user. */
export class InquiryLog {
  readonly #line: (text: string) => void;
  readonly #style: Style;
  readonly #denied: CallInquiry[] = [];

  constructor(line: (text: string) => void, style: Style) {
    this.#line = line;
    this.#style = style;
  }

  /** Calls that the person has denied, the latest first. */
  get denied(): readonly CallInquiry[] {
    return this.#denied.toReversed();
  }

  /** What became of it. */
  settled(inquiry: Inquiry, verdict: string): void {
    if (isCallInquiry(inquiry) && inquiry.kind === 'permission' && /^no\b/.test(verdict)) {
      this.#denied.push(inquiry);
      if (this.#denied.length > MAX_DENIED) this.#denied.shift();
    }
    const name = isCallInquiry(inquiry) ? sanitize(inquiry.toolName) : '';
    const what = inquiry.summary.startsWith(name) ? inquiry.summary : `${name} ${inquiry.summary}`;
    this.#line(this.#style('quiet', `asked: ${what} → ${sanitize(verdict)}`));
    if (isCallInquiry(inquiry) && verdict.startsWith('yes, from now on')) {
      const where =
        inquiry.suggestedDestination === 'session'
          ? 'this session'
          : `the ${inquiry.suggestedDestination} settings`;
      const rules = inquiry.suggestedRules.map(sanitize).join(', ');
      this.#line(this.#style('quiet', `kept for ${where}: ${rules}`));
    }
  }

  /** Why it is asked. */
  reason(inquiry: Inquiry): void {
    this.#line(`why: ${sanitize(inquiry.reason)}`);
    if (!isCallInquiry(inquiry)) return;
    const rule = inquiry.matchedRule;
    if (rule !== undefined) this.#line(`  rule: ${sanitize(ruleText(rule))}`);
    if (inquiry.blockedPath !== undefined) this.#line(`  path: ${sanitize(inquiry.blockedPath)}`);
  }

  /** All that its card shows a part of. */
  whole(inquiry: Inquiry): void {
    this.#line(this.#style('strong', `all of ${inquiry.summary}:`));
    for (const { text, tone } of bodyLines(inquiry, true)) {
      const tones = { plain: undefined, added: 'good', removed: 'bad', warning: 'refused' } as const;
      const name = tones[tone];
      this.#line(name === undefined ? text : this.#style(name, text));
    }
  }
}
