import type { ElicitRequestFormParams } from '@modelcontextprotocol/server';
import { present } from '@sluice/base';
import {
  getOwn,
  isJsonObject,
  sanitizeLines,
  type InquiryAnswer,
  type JsonObject,
  type QuestionsInquiry,
} from '@sluice/core';
import type { DecisionForm } from './decision-form.ts';

type Field = ElicitRequestFormParams['requestedSchema']['properties'][string];

interface Question {
  readonly text: string;
  readonly choices: readonly { readonly label: string; readonly detail: string }[];
  readonly isMultiple: boolean;
}

/** Questions of a call as one form: a field for each, and one for an answer in the user's own words. */
export function questionsForm({ input, summary, display }: QuestionsInquiry): DecisionForm | undefined {
  const questions = questionsIn(input);
  if (questions.length === 0) return undefined;
  const fields = questions.map((question, at) => ({ question, name: `q${at + 1}`, own: `q${at + 1}_other` }));
  const properties = Object.fromEntries(
    fields.flatMap(({ question, name, own }): [string, Field][] => [
      [name, choiceField(question)],
      [own, { type: 'string', title: 'Something else' }],
    ]),
  );
  const message = [summary, ...display.warnings.map((warning) => `Warning: ${warning}`)].join('\n');
  return {
    params: { mode: 'form', message, requestedSchema: { type: 'object', properties } },
    read(response) {
      const content = acceptedContent(response);
      if (content === undefined) return { behavior: 'deny' };
      const answers: JsonObject = Object.fromEntries(
        fields.flatMap(({ question, name, own }) => {
          const given = [getOwn(content, name), getOwn(content, own)].flat();
          const texts = given.filter((one) => typeof one === 'string' && one.trim() !== '');
          return texts.length === 0 ? [] : [[question.text, texts.join(', ')]];
        }),
      );
      const answered: InquiryAnswer = { behavior: 'allow', updatedInput: { ...input, answers } };
      return Object.keys(answers).length === 0 ? { behavior: 'deny' } : answered;
    },
  };
}

function questionsIn(input: JsonObject): readonly Question[] {
  const list = getOwn(input, 'questions');
  return (Array.isArray(list) ? list : []).filter(isJsonObject).map((one) => {
    const options = getOwn(one, 'options');
    return {
      text: textAt(one, 'question'),
      choices: (Array.isArray(options) ? options : []).filter(isJsonObject).map((option) => ({
        label: textAt(option, 'label'),
        detail: textAt(option, 'description'),
      })),
      isMultiple: getOwn(one, 'multiSelect') === true,
    };
  });
}

function choiceField({ text, choices, isMultiple }: Question): Field {
  const labels = choices.map(({ label }) => label);
  const details = choices
    .filter(({ detail }) => detail !== '')
    .map(({ label, detail }) => `${label}: ${detail}`);
  const description = details.length === 0 ? undefined : sanitizeLines(details.join('\n'));
  const shown = { title: sanitizeLines(text), ...present({ description }) };
  return isMultiple
    ? { ...shown, type: 'array', items: { type: 'string', enum: labels } }
    : { ...shown, type: 'string', enum: labels };
}

function acceptedContent(response: unknown): JsonObject | undefined {
  if (!isJsonObject(response) || getOwn(response, 'action') !== 'accept') return undefined;
  const content = getOwn(response, 'content');
  return isJsonObject(content) ? content : {};
}

function textAt(value: JsonObject, key: string): string {
  const found = getOwn(value, key);
  return typeof found === 'string' ? found : '';
}
