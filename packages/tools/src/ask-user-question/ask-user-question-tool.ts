import { presentItems } from '@sluice/base';
import { AskedCalls } from '../asked/asked-calls.ts';
import { defineTool, fail, type InputCheck, type JsonSchema } from '@sluice/core';

export interface Question {
  readonly question: string;
  readonly header: string;
  readonly options: readonly {
    readonly label: string;
    readonly description: string;
    readonly preview?: string | undefined;
  }[];
  readonly multiSelect: boolean;
}

interface Annotation {
  readonly preview?: string | undefined;
  readonly notes?: string | undefined;
  readonly unanswered?: 'skipped' | 'replied_in_chat' | 'dismissed' | undefined;
}

interface AskUserQuestionInput {
  readonly questions: readonly Question[];
  /** By question: a label, free text, or several labels. What a person answers, not the model. */
  readonly answers?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** Free text instead of answers. */
  readonly response?: string | undefined;
  readonly annotations?: Readonly<Record<string, Annotation>> | undefined;
  readonly afkTimeoutMs?: number | undefined;
  readonly metadata?: { readonly source?: string | undefined } | undefined;
}

interface AskUserQuestionOutput {
  readonly questions: readonly Question[];
  readonly answers: Readonly<Record<string, string>>;
  readonly response?: string | undefined;
  readonly annotations?: Readonly<Record<string, Annotation>> | undefined;
  readonly afkTimeoutMs?: number | undefined;
}

const TEXT = { type: 'string', minLength: 1 } as const;
const FILLED_IN = { readOnly: true, description: 'Filled in with what the user answers.' } as const;

/** What a preview is, by the form in which a program shows it. */
const PREVIEWS = new Map([
  ['html', 'A sketch or snippet to compare: a fragment of HTML, with its styles, without scripts.'],
  ['markdown', 'A sketch or snippet to compare, in Markdown.'],
]);

const inputSchema = (preview: string): JsonSchema<AskUserQuestionInput> => ({
  type: 'object',
  properties: {
    questions: {
      type: 'array',
      minItems: 1,
      maxItems: 4,
      description: 'One to four questions.',
      items: {
        type: 'object',
        properties: {
          question: { ...TEXT, description: 'The whole question.' },
          header: {
            ...TEXT,
            maxLength: 30,
            description: 'A label of at most 12 characters, such as "Database".',
          },
          options: {
            type: 'array',
            minItems: 2,
            maxItems: 4,
            description: 'Choices. The user can always write something else, so leave out "Other".',
            items: {
              type: 'object',
              properties: {
                label: { ...TEXT, description: 'One to five words.' },
                description: { type: 'string', description: 'What choosing it means.' },
                preview: { type: 'string', description: preview },
              },
              required: ['label', 'description'],
              additionalProperties: false,
            },
          },
          multiSelect: { type: 'boolean', description: 'Several choices may be picked.' },
        },
        required: ['question', 'header', 'options', 'multiSelect'],
        additionalProperties: false,
      },
    },
    answers: {
      type: 'object',
      ...FILLED_IN,
      additionalProperties: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    },
    response: { type: 'string', ...FILLED_IN },
    annotations: {
      type: 'object',
      ...FILLED_IN,
      additionalProperties: {
        type: 'object',
        properties: {
          preview: { type: 'string' },
          notes: { type: 'string' },
          unanswered: { enum: ['skipped', 'replied_in_chat', 'dismissed'] },
        },
      },
    },
    afkTimeoutMs: { type: 'number', ...FILLED_IN },
    metadata: { type: 'object', readOnly: true, description: 'Ignored.' },
  },
  required: ['questions'],
  additionalProperties: false,
});

/**
 * The `AskUserQuestion` tool: only a person answers, and the answers arrive in its input.
 * @param env `CLAUDE_CODE_QUESTION_PREVIEW_FORMAT` names the form of previews: html or markdown. Default: any text
 */
export function createAskUserQuestionTool(env: Readonly<Record<string, string | undefined>> = {}) {
  const preview = PREVIEWS.get(env['CLAUDE_CODE_QUESTION_PREVIEW_FORMAT'] ?? '');
  const asked = new AskedCalls();
  return defineTool({
    name: 'AskUserQuestion',
    description:
      'Asks the user one to four multiple-choice questions and waits for the answers. Use it for decisions that only the user can make and that change what you do next. Do not ask what you can find out, and do not ask for approval of a plan (ExitPlanMode does that). If you recommend an option, put it first and end its label with "(Recommended)".',
    searchHint: 'ask, question, choice, clarify, decide',
    inputSchema: inputSchema(preview ?? 'A sketch or snippet to compare.'),
    interaction: 'questions',
    isReadOnly: true,
    isConcurrencySafe: true,
    claims: () => [],
    validateInput({ questions, ...filledIn }, context): InputCheck {
      const { answers, response, annotations, afkTimeoutMs } = filledIn;
      const isFilledIn = [answers, response, annotations, afkTimeoutMs].some((one) => one !== undefined);
      if (isFilledIn && !asked.has(context))
        return {
          ok: false,
          code: 'answered-itself',
          message: 'Leave answers, response, annotations, and afkTimeoutMs out: only the user fills them in.',
        };
      asked.add(context);
      return duplicateIn(questions) ?? { ok: true };
    },
    call({ questions, answers: given = {}, response, annotations, afkTimeoutMs }, context) {
      asked.end(context);
      const answers = new Map<string, string>();
      for (const { question } of questions) {
        const answer = Object.hasOwn(given, question) ? given[question] : undefined;
        const text = typeof answer === 'string' ? answer : answer?.join(', ');
        if (text !== undefined && text.trim() !== '') answers.set(question, text);
      }
      const hasNotes = Object.values(annotations ?? {}).some(({ notes = '' }) => notes.trim() !== '');
      if (answers.size === 0 && (response ?? '').trim() === '' && !hasNotes)
        return Promise.resolve(
          fail(
            'not-answered',
            `${noAnswer(afkTimeoutMs)} Do not assume one: say what you assume, or do what needs no answer.`,
          ),
        );
      const data: AskUserQuestionOutput = {
        ...{ questions, answers: Object.fromEntries(answers), response, annotations, afkTimeoutMs },
      };
      return Promise.resolve({ data });
    },
    toModel: answerText,
    summarize: ({ questions }) =>
      questions.length === 1
        ? (questions[0]?.question ?? '')
        : questions.map(({ header }) => header).join(', '),
    displayName: ({ questions }) => (questions.length === 1 ? 'Question' : 'Questions'),
    render: answerText,
  });
}

function noAnswer(afkTimeoutMs: number | undefined): string {
  return afkTimeoutMs === undefined
    ? 'The user gave no answer.'
    : `No one answered for ${Math.round(afkTimeoutMs / 1000)} seconds, and nothing was selected.`;
}

function duplicateIn(questions: readonly Question[]): InputCheck | undefined {
  const seen = new Set<string>();
  for (const { question, options } of questions) {
    if (seen.has(question))
      return wrong(`Two questions have the same text: ${JSON.stringify(question)}. Answers are found by it.`);
    seen.add(question);
    const labels = options.map(({ label }) => label);
    const double = labels.find((label, at) => labels.indexOf(label) < at);
    if (double !== undefined)
      return wrong(`Two options of ${JSON.stringify(question)} have the label ${JSON.stringify(double)}.`);
  }
  return undefined;
}

function wrong(message: string): InputCheck {
  return { ok: false, code: 'duplicate', message };
}

/** What the person said, word for word. */
function answerText({
  questions,
  answers,
  response,
  annotations,
  afkTimeoutMs,
}: AskUserQuestionOutput): string {
  const lines = questions.flatMap(({ question }) => {
    const answer = Object.hasOwn(answers, question) ? answers[question] : undefined;
    const { notes, preview } =
      annotations !== undefined && Object.hasOwn(annotations, question) ? (annotations[question] ?? {}) : {};
    return presentItems([
      `Question: ${question}`,
      answer === undefined ? 'Not answered.' : `Answer: ${answer}`,
      preview === undefined ? undefined : `Chosen preview:\n${preview}`,
      notes === undefined || notes.trim() === '' ? undefined : `Notes: ${notes}`,
    ]);
  });
  return presentItems([
    ...lines,
    response === undefined || response.trim() === '' ? undefined : `The user wrote: ${response}`,
    afkTimeoutMs === undefined
      ? undefined
      : `No one answered for ${Math.round(afkTimeoutMs / 1000)} seconds; these were selected at that time.`,
  ]).join('\n');
}
