import { cutLine, displayInput, sanitize, type CallInquiry, type Inquiry } from '@sluice/core';

const MAX_LINE = 1000;

export interface Question {
  /** The whole text, as lines that a terminal can only display. */
  readonly text: string;
  /** The answer may save rules: everything they would cover is shown. */
  readonly mayKeep: boolean;
  /** Part of a long input was left out. */
  readonly isCut: boolean;
  /** A page that the user may want to see. */
  readonly page: string | undefined;
}

/**
 * Renders an inquiry for a yes-or-no answer. Undefined: yes or no does not answer it.
 * @param isWhole leave nothing out of a long input
 */
export function questionFor(inquiry: Inquiry, isWhole = false): Question | undefined {
  switch (inquiry.kind) {
    case 'permission':
    case 'plan':
      return callQuestion(inquiry, isWhole);
    case 'url':
      return {
        ...plain(inquiry, `${inquiry.source} asks you to open a page`, [
          inquiry.url,
          inquiry.message,
          ...inquiry.display.warnings.map((warning) => `! ${warning}`),
        ]),
        page: inquiry.url,
      };
    case 'trust':
      return plain(inquiry, `Trust the settings of ${inquiry.directory}?`, inquiry.gains);
    case 'confirm':
      return plain(inquiry, inquiry.summary, inquiry.message.split('\n'));
    case 'questions':
    case 'form':
      return undefined;
    default:
      return inquiry satisfies never;
  }
}

function plain({ agentChain, reason }: Inquiry, title: string, lines: readonly string[]): Question {
  const text = [
    `${oneLine(title)}${agentText(agentChain)}`,
    ...lines.map((line) => `    ${sanitize(line)}`),
    `  because ${oneLine(reason)}`,
  ].join('\n');
  return { text, mayKeep: false, isCut: false, page: undefined };
}

/** Renders a call for the user: what would run, why it needs approval, and which rules an answer would save. */
export function callQuestion(request: CallInquiry, isWhole = false): Question {
  const { toolName, reason, suggestedRules, suggestedDestination, risk, agentChain } = request;
  const display = isWhole ? displayInput(request.input, true) : request.display;
  const mayKeep = display.isWhole && display.warnings.length === 0 && suggestedRules.length > 0;
  const kept = mayKeep
    ? [
        `  "always" saves, ${suggestedDestination === 'session' ? 'for this session' : `to the ${suggestedDestination} settings`}:`,
        ...suggestedRules.map((rule) => `    ${sanitize(rule)}`),
      ]
    : [];
  const text = [
    `${oneLine(toolName)}${agentText(agentChain)} asks to run (risk: ${risk}):`,
    ...display.text.split('\n').map((line) => `    ${line}`),
    // Already a single sanitized line.
    `  because ${cutLine(reason, MAX_LINE)}`,
    ...kept,
    ...display.warnings.map((warning) => `  ! ${warning}`),
  ].join('\n');
  return { text, mayKeep, isCut: !display.isWhole, page: undefined };
}

function agentText(agentChain: readonly string[]): string {
  return agentChain.length === 0 ? '' : ` (agent ${oneLine(agentChain.join(' › '))})`;
}

function oneLine(text: string): string {
  return cutLine(sanitize(text), MAX_LINE);
}
