import type { Inquiry } from '@sluice/core';

const NAMES: Readonly<Record<Inquiry['kind'], string>> = {
  permission: 'a permission request',
  questions: 'questions',
  plan: 'a plan',
  form: 'a form',
  url: 'a page to open',
  trust: 'a question of trust',
  confirm: 'a question',
};

/**
 * Why an inquiry can't be answered, as a clause for the refusal.
 * @param where the front end, as it follows "on" or "in"
 */
export function cannotShow({ kind }: Inquiry, where: string): string {
  return `${where} cannot show ${NAMES[kind]}`;
}
