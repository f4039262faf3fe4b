import { cellWidth } from '@sluice/base';
import {
  disarm,
  displayInput,
  getOwn,
  isCallInquiry,
  sanitize,
  sanitizeLines,
  type CallPreview,
  type Inquiry,
  type InquiryPart,
  type FormInquiry,
} from '@sluice/core';
import type { Card } from '../desk/desk-events.ts';
import { editedPlan } from '../desk/plan-options.ts';
import { MAX_DIGITS, shownValue } from '../desk/form-field.ts';
import { questionsOf } from '../desk/questionnaire.ts';
import type { Style } from '../text/style.ts';
import { fitStyled } from '../text/fit-styled.ts';
import { joinFitting } from '../text/join-fitting.ts';
import { wrap } from '../text/wrap.ts';
import { optionRows, optionsInView } from './option-rows.ts';

export interface CardRows {
  readonly rows: readonly string[];
  /** Nothing of what is asked about was left out. */
  readonly showsAll: boolean;
  /** Of the options that are shown with all of their text: only these can be chosen. */
  readonly digits: ReadonlySet<string>;
}

/**
 * Rows of what is asked about, with the one that says how much is missing, that stay before the reason and the last options get any. In a
 * small window the options share rows.
 */
const LEAST_BODY = 3;

/**
 * The card of an inquiry in at most so many rows. What does not fit says how much is missing.
 * @param editHint the key that lets all edits through, for an inquiry about one. Default: there is none
 */
export function cardRows(card: Card, style: Style, width: number, maxRows: number, editHint = ''): CardRows {
  const { inquiry, options, marked, isArmed, place, count } = card;
  const { row: head, agents } = headOf(inquiry, place, count, style, width);
  const body: readonly BodyRow[] = [
    ...wrap(agents, width - 2).flatMap((row) =>
      row === '' ? [] : [{ row: `  ${row}`, tone: 'warning' as const }],
    ),
    ...cardLines(card).flatMap((line) =>
      wrap(line.text, width - 2).map((row) => ({ row: `  ${styled(line, row, style)}`, tone: line.tone })),
    ),
  ];
  const free = Math.max(0, maxRows - 2);
  const needed = neededOf(body, card);
  const least = Math.min(LEAST_BODY, needed.length);
  const apart = optionRows(options, marked, isArmed, style, width);
  const drawn =
    free - apart.length >= least ? apart : optionRows(options, marked, isArmed, style, width, true);
  // What can't be seen can't be chosen: the options go before the reason, which `6` tells as well. But no one should answer unseen.
  const choices = optionsInView(drawn, Math.max(1, free - least));
  const digits = new Set(choices.flatMap((row) => row.digits));
  const why = reasonOf(inquiry);
  const reason = why === undefined ? [] : wrap(why, width - 2).map((row) => `  ${row}`);
  const left = Math.max(0, free - choices.length - least);
  const told =
    reason.length > left
      ? reason.slice(0, left).map((row, at) => (at === left - 1 ? fitStyled(`${row} …`, width) : row))
      : reason;
  const after = [
    ...told.map((row) => style('quiet', row)),
    ...choices.map(({ row }) => row),
    hintRow(card, options.length - digits.size, editHint, style, width),
  ];
  const room = Math.max(1, maxRows - 1 - after.length);
  const showsAll = needed.length <= room && isShownWhole(inquiry);
  const shown =
    body.length < room || (showsAll && body.length <= room)
      ? body
      : cutBody(body, needed, inquiry, showsAll ? room : Math.max(0, room - 1));
  const missing = body.length - shown.length;
  const cut = missing === 0 ? 'cut' : `${missing} more ${missing === 1 ? 'row' : 'rows'}`;
  const counts = countsOf(inquiry);
  const rest = showsAll
    ? counts === undefined || body.length >= room
      ? []
      : [style('quiet', `  ${counts}, all of it shown`)]
    : [style('refused', isQuestion(inquiry) ? `  … ${cut}` : restText(counts, cut, width))];
  const all = [head, ...shown.map(({ row }) => row), ...rest];
  const above = all.slice(0, Math.max(1, maxRows - after.length));
  // In the lowest window, that something is missing matters more than what the keys do.
  const below = !showsAll && above.length < all.length ? [...after.slice(0, -1), ...rest] : after;
  return {
    rows: [...above, ...below].slice(0, maxRows).map((row) => fitStyled(row, width)),
    showsAll,
    digits,
  };
}

interface BodyRow {
  readonly row: string;
  readonly tone: BodyLine['tone'];
}

function isQuestion({ kind }: Inquiry): boolean {
  return kind === 'questions' || kind === 'form';
}

/** What the person has to see: with the question at hand, not the answers so far. */
function neededOf(
  body: readonly BodyRow[],
  { inquiry, progress }: Pick<Card, 'inquiry' | 'progress'>,
): readonly BodyRow[] {
  if (inquiry.kind !== 'questions' && inquiry.kind !== 'form') return body;
  const isAtQuestion = questionsOf(inquiry)?.[progress.at] !== undefined;
  return isAtQuestion ? body.filter(({ tone }) => tone !== 'added') : body;
}

/** So many rows: of a difference, what is above the first change goes first. Who asks and what is hidden stays. */
function cutBody(
  body: readonly BodyRow[],
  needed: readonly BodyRow[],
  inquiry: Inquiry,
  room: number,
): readonly BodyRow[] {
  if (needed.length < body.length) {
    const others = body.filter((row) => !needed.includes(row));
    // The latest answers stay longest.
    const dropped = new Set(others.slice(0, Math.max(0, body.length - Math.max(room, needed.length))));
    return body.filter((row) => !dropped.has(row)).slice(0, room);
  }
  if (!isCallInquiry(inquiry) || inquiry.preview?.kind !== 'diff') return body.slice(0, room);
  const first = body.findIndex(({ tone }) => tone !== 'warning');
  const [above, lines] = [body.slice(0, first), body.slice(first)];
  const change = lines.findIndex(({ tone }) => tone === 'added' || tone === 'removed');
  const left = Math.max(0, room - above.length);
  const from = Math.max(0, Math.min(change, lines.length - left));
  return [...above, ...lines.slice(from, from + left)].slice(0, room);
}

/** That something is missing, and what shows it: the longest text that fits. */
function restText(counts: string | undefined, cut: string, width: number): string {
  const texts = [`… ${cut}: 7 shows all of it`, `… ${cut}: 7 shows it`, '… cut: 7 shows it'];
  const all = counts === undefined ? texts : [`${counts}, ${texts[0]}`, ...texts];
  return `  ${all.find((text) => cellWidth(text) <= width - 2) ?? '… 7: all'}`;
}

/** Undefined: what is asked is what the question is for. */
export function reasonOf(inquiry: Inquiry): string | undefined {
  return inquiry.kind !== 'permission' && inquiry.kind !== 'trust'
    ? undefined
    : `because ${inWorkspace(withoutRepeats(disarm(inquiry.reason), inquiry), inquiry)}`;
}

/** Characters of a value that the reason doesn't repeat: the card shows it already. */
const MIN_REPEATED = 30;

function withoutRepeats(reason: string, inquiry: Inquiry): string {
  if (!isCallInquiry(inquiry)) return reason;
  return Object.values(inquiry.input)
    .filter((value) => typeof value === 'string')
    .filter((value) => value.length >= MIN_REPEATED)
    .reduce((text, value) => text.replace(disarm(value), () => 'this'), reason);
}

/** Paths below the directory of the call as they would be typed there. */
function inWorkspace(text: string, inquiry: Inquiry): string {
  const cwd = isCallInquiry(inquiry) ? inquiry.cwd : undefined;
  return cwd === undefined || cwd === '/'
    ? text
    : text
        .split(/(?<=^|[\s"'`(])/)
        .map((word) =>
          word.startsWith(`${cwd}/`) && word.trimEnd().length > cwd.length + 1
            ? word.slice(cwd.length + 1)
            : word,
        )
        .join('');
}

/** How many lines an edit adds and removes. Undefined: it is about something else. */
function countsOf(inquiry: Inquiry): string | undefined {
  if (!isCallInquiry(inquiry) || inquiry.preview?.kind !== 'diff') return undefined;
  const lines = inquiry.preview.hunks.flatMap((hunk) => hunk.lines);
  const count = (mark: string): number => lines.filter((line) => line.startsWith(mark)).length;
  return `+${count('+')} \u2212${count('-')}`;
}

/** Who hears the keys, and how many options are not on the screen. It has a row in every state, so that nothing moves when the focus does. */
function hintRow(card: Card, hidden: number, editHint: string, style: Style, width: number): string {
  const { inquiry, options, progress, hasFocus, isArmed, count, isTyping, secondsLeft } = card;
  const isEdit = isCallInquiry(inquiry) && inquiry.preview?.kind === 'diff';
  if (secondsLeft !== undefined)
    return style('accent', `  goes on without an answer in ${secondsLeft} s · any key stops that`);
  if (isTyping)
    return style(
      'quiet',
      `  Enter answers with this text · Esc: back${card.isPrefilled === true ? '' : ', the text stays in the prompt'}`,
    );
  if (isArmed) {
    const keys = options.some(({ hasKey }) => hasKey === false)
      ? 'type the answer, or ↑↓ and Enter'
      : keysOf(inquiry, progress);
    const pieces = [
      { text: hidden > 0 ? `↑↓ ${hidden} more` : '', weight: 5 },
      { text: keys, weight: 4 },
      { text: progress.at > 0 ? '← back' : '', weight: 3 },
      { text: 'Tab: to the prompt', weight: 1 },
      { text: count > 1 ? '←→ next ask' : '', weight: 2 },
      { text: isEdit ? editHint : '', weight: 0 },
    ];
    const shown = pieces.filter(({ text }) => text !== '');
    return style('quiet', fitStyled(`  ${joinFitting(shown, width - 2)}`, width));
  }
  return hasFocus ? style('quiet', '  …') : `  ${style('accent', 'Tab')} answers`;
}

/** What keys do with a card that hears them. */
function keysOf(inquiry: Inquiry, progress: Card['progress']): string {
  if (inquiry.kind === 'confirm') return 'y, n or digits answer';
  if (inquiry.kind !== 'questions' && inquiry.kind !== 'form') return 'digits answer';
  const isMultiple = questionsOf(inquiry)?.[progress.at]?.isMultiple === true;
  return isMultiple ? 'Space marks, 7 is done' : 'digits answer';
}

/** Nothing of what would run was left out of its rows: a long field is cut before it gets here. */
export function isShownWhole(inquiry: Inquiry): boolean {
  return inquiry.kind !== 'permission' || inquiry.preview !== undefined || inquiry.display.isWhole;
}

/** The first row of a card, and who asks if it has no room for that. */
function headOf(
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

export interface BodyLine {
  readonly text: string;
  readonly tone: 'plain' | 'added' | 'removed' | 'warning' | 'allowed';
}

/** Of several questions the one at hand, below those that have an answer. */
export function cardLines({ inquiry, progress }: Pick<Card, 'inquiry' | 'progress'>): readonly BodyLine[] {
  const plan = inquiry.kind === 'plan' ? editedPlan(progress) : undefined;
  if (inquiry.kind === 'plan' && plan !== undefined)
    return bodyLines({ ...inquiry, preview: { kind: 'plan', plan, path: '' } });
  // It is in the log.
  if (inquiry.kind === 'plan') return [];
  if (inquiry.kind !== 'questions' && inquiry.kind !== 'form') return bodyLines(inquiry);
  const questions = questionsOf(inquiry) ?? [];
  const message = inquiry.kind === 'form' ? bodyLines(inquiry) : [];
  const given = questions.slice(0, progress.at).flatMap(({ key, text, choices, preset }) => {
    const shown = shownValue(getOwn(progress.answers, key), choices) ?? preset ?? '(left out)';
    return givenLines(text, shown).map((line, index): BodyLine => {
      return { text: `${index === 0 ? '✓' : ' '} ${line}`, tone: 'added' };
    });
  });
  const question = questions[progress.at];
  const place = questions.length > 1 ? `${progress.at + 1} of ${questions.length}: ` : '';
  const now: readonly BodyLine[] =
    question === undefined ? [] : [{ text: `${place}${sanitize(question.text)}`, tone: 'plain' }];
  const others = question?.choices.slice(MAX_DIGITS).map(({ label }) => sanitize(label)) ?? [];
  const more: readonly BodyLine[] =
    others.length === 0 ? [] : [{ text: `also: ${others.join(', ')}`, tone: 'plain' }];
  return [...message, ...given, ...now, ...more];
}

/** Cells of a question and its answer that share a line. */
const MAX_GIVEN = 70;

/** A question and its answer: one line, or the answer on one of its own. */
export function givenLines(question: string, answer: string): readonly string[] {
  const [asked, given] = [sanitize(question), sanitize(answer) || '(none)'];
  // The title of a field is no sentence: the answer would be read as its end.
  const line = `${asked}${/[?:.!？：。！]$/.test(asked) ? '' : ':'} ${given}`;
  return cellWidth(line) <= MAX_GIVEN ? [line] : [asked, `  ${given}`];
}

/**
 * What is asked about, as plain lines.
 * @param isWhole leave nothing out of a long input
 */
export function bodyLines(inquiry: Inquiry, isWhole = false): readonly BodyLine[] {
  const lines = (text: string): readonly BodyLine[] =>
    text.split('\n').map((line) => ({ text: line, tone: 'plain' }));
  const plain = (text: string): readonly BodyLine[] => lines(sanitizeLines(text));
  // Hidden characters have a form that can be seen already: shown once more, its marks would be escaped.
  const ready = (text: string): readonly BodyLine[] => lines(disarm(text));
  switch (inquiry.kind) {
    case 'permission':
    case 'questions':
    case 'plan':
      return [
        ...warnings(inquiry),
        ...(inquiry.preview?.kind === 'diff' ? diffLines(inquiry.preview) : []),
        ...(inquiry.preview?.kind === 'plan' ? plain(inquiry.preview.plan) : []),
        ...(inquiry.preview === undefined
          ? ready((isWhole ? displayInput(inquiry.input, true) : inquiry.display).text)
          : []),
        ...partLines(inquiry.parts ?? [], isWhole),
      ];
    case 'confirm':
      return plain(inquiry.message);
    case 'form':
      return [...warnings(inquiry), ...ready(inquiry.message)];
    case 'url':
      return [...warnings(inquiry), ...plain(inquiry.url), ...ready(inquiry.message)];
    case 'trust':
      return inquiry.gains.flatMap(plain);
    default:
      return inquiry satisfies never;
  }
}

const MAX_PARTS = 8;

/** The commands of a line: those that would run anyway, and those that the question is about. */
function partLines(parts: readonly InquiryPart[], isWhole: boolean): readonly BodyLine[] {
  const asked = parts.filter(({ isAllowed }) => !isAllowed);
  // If all of them are asked about, the line itself says as much.
  if (asked.length === 0 || asked.length === parts.length) return [];
  const shown = isWhole ? parts : parts.slice(0, MAX_PARTS);
  const rows = shown.map(({ text, isAllowed }): BodyLine =>
    isAllowed ? { text: `✓ ${text}`, tone: 'allowed' } : { text: `? ${text}`, tone: 'warning' },
  );
  const left = parts.length - shown.length;
  return left === 0 ? rows : [...rows, { text: `… and ${left} more commands`, tone: 'plain' }];
}

function warnings({ display }: Pick<FormInquiry, 'display'>): readonly BodyLine[] {
  return display.warnings.map((warning) => ({ text: `! ${warning}`, tone: 'warning' }));
}

/** The changed lines with their numbers, a rule between stretches. */
export function diffLines({
  hunks,
}: Pick<Extract<CallPreview, { kind: 'diff' }>, 'hunks'>): readonly BodyLine[] {
  const widest = String(
    Math.max(1, ...hunks.map(({ newStart, oldStart, lines }) => Math.max(newStart, oldStart) + lines.length)),
  ).length;
  return hunks.flatMap(({ oldStart, newStart, lines }, index) => {
    let [before, after] = [oldStart, newStart];
    const rows = lines.map((line): BodyLine => {
      const text = sanitize(line.slice(1));
      switch (line[0]) {
        case '+':
          return { text: `${String(after++).padStart(widest)} + ${text}`, tone: 'added' };
        case '-':
          return { text: `${String(before++).padStart(widest)} - ${text}`, tone: 'removed' };
        case '\\':
          return { text: `${' '.repeat(widest)}   (no newline at the end)`, tone: 'plain' };
        default:
          before += 1;
          return { text: `${String(after++).padStart(widest)}   ${text}`, tone: 'plain' };
      }
    });
    return index === 0 ? rows : [{ text: `${' '.repeat(widest)} ⋯`, tone: 'plain' as const }, ...rows];
  });
}

function styled({ tone }: BodyLine, row: string, style: Style): string {
  if (tone === 'added') return style('good', row);
  if (tone === 'removed') return style('bad', row);
  return tone === 'warning' ? style('refused', row) : row;
}
