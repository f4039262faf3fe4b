import { cellWidth } from '@sluice/base';
import { isCallInquiry, sanitize, type Inquiry } from '@sluice/core';
import type { Style } from '../text/style.ts';
import { fitStyled } from '../text/fit-styled.ts';

/** The first row of a card, and who asks if it has no room for that. */
export function headOf(
  inquiry: Inquiry,
  place: number,
  count: number,
  style: Style,
  width: number,
): { readonly row: string; readonly agents: string } {
  const agents = agentsText(inquiry);
  const isLong = cellWidth(` ${aboutAsk(inquiry, place, count, agents)} ──`) > width - MIN_TITLE - 6;
  const all = ` ${aboutAsk(inquiry, place, count, isLong ? '' : agents)} ──`;
  // In a narrow window, what is asked about matters more than how risky it is in general.
  const wanted = Math.min(cellWidth(titleOf(inquiry)), MAX_WANTED_TITLE);
  const isNarrow = width < NARROW && cellWidth(all) > width - wanted - 6;
  const about = isNarrow ? shortAbout(inquiry, place, count, width - wanted - NARROW_REST) : undefined;
  const right = about === '' ? '──' : fitStyled(about === undefined ? all : ` ${about} ──`, width - 5);
  const room = width - cellWidth(right) - 6;
  const title = room < 1 ? '' : fitStyled(titleOf(inquiry), room);
  const rule = '─'.repeat(Math.max(1, width - cellWidth(right) - cellWidth(title) - 4));
  const left = title === '' ? '─' : ` ${style('strong', title)} `;
  return { row: `──${left}${rule}${right}`, agents: isLong ? agents : '' };
}

/** Cells. */
const MIN_TITLE = 10;
const MAX_WANTED_TITLE = 30;
/** Columns. */
const NARROW = 60;
/** Cells of the first row besides its title and what is said of it: rules and blanks. */
const NARROW_REST = 10;

/** Only what changes how the question is read: a high risk, and that there are others. With room for it, a lower risk as well. */
function shortAbout(inquiry: Inquiry, place: number, count: number, room: number): string {
  const risk = inquiry.kind === 'permission' ? `risk ${inquiry.risk}` : '';
  const others = count > 1 ? `${place} of ${count}` : '';
  const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');
  const whole = joined([risk, others]);
  return cellWidth(whole) <= room || risk === 'risk high' ? whole : others;
}

/** Empty: the main agent asks. */
function agentsText({ agentChain }: Inquiry): string {
  return agentChain.length === 0 ? '' : `agent ${sanitize(agentChain.join(' › '))}`;
}

/** What kind of question it is, how risky, who asks, and how many wait. */
function aboutAsk(inquiry: Inquiry, place: number, count: number, agents: string): string {
  const risk = inquiry.kind === 'permission' ? ` · risk ${inquiry.risk}` : '';
  const agent = agents === '' ? '' : ` · ${agents}`;
  const many = count > 1 ? ` · ${place} of ${count}` : '';
  return `${KIND_WORDS[inquiry.kind]}${risk}${agent}${many}`;
}

/** The head of a question as a sentence: what is asked, how risky it is, who asks, and how many wait. */
export function headText(inquiry: Inquiry, count: number): string {
  const title = titleOf(inquiry);
  const facts = [
    inquiry.kind === 'permission' ? `risk ${inquiry.risk}` : '',
    inquiry.agentChain.length === 0
      ? ''
      : `from agent ${inquiry.agentChain.toReversed().map(sanitize).join(', opened by ')}`,
    count > 1 ? `the first of ${count} questions` : '',
  ].filter((fact) => fact !== '');
  return [HEAD_SENTENCES[inquiry.kind](title), ...facts].join(', ');
}

/** The titles of forms, pages and trust are sentences. */
const HEAD_SENTENCES: Readonly<Record<Inquiry['kind'], (title: string) => string>> = {
  permission: (title) => `${title}: asks for your approval`,
  questions: () => 'Questions for you',
  plan: () => 'The plan asks for your approval',
  form: (title) => title,
  url: (title) => title,
  trust: (title) => title,
  confirm: (title) => title,
};

const KIND_WORDS: Readonly<Record<Inquiry['kind'], string>> = {
  permission: 'asks',
  questions: 'asks you',
  plan: 'asks you',
  form: 'form',
  url: 'asks to open a page',
  trust: 'trust',
  confirm: 'asks you',
};

/** What is asked about, in a few words. */
export function titleOf(inquiry: Inquiry): string {
  if (!isCallInquiry(inquiry)) return sanitize(inquiry.summary);
  if (inquiry.kind === 'questions') return 'Questions';
  if (inquiry.kind === 'plan') return 'Plan';
  const name = sanitize(inquiry.toolName);
  return inquiry.summary === name || inquiry.summary.startsWith(`${name} `)
    ? inquiry.summary
    : `${name} ${inquiry.summary}`;
}
