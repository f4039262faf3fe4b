import type { Inquiry } from '@sluice/core';
import { dismiss, no, yes, type Option } from './option.ts';
import { permissionOptions } from './permission-options.ts';
import { planOptions } from './plan-options.ts';
import { questionOptions } from './question-options.ts';
import type { Progress } from './questionnaire.ts';

/**
 * What a person may answer to an inquiry.
 * @param hasSeenAll nothing of it was left out
 * @param hasAuto the session may change to auto mode
 * @param isCut something of it is left out now. Default: while not all of it was seen
 */
export function optionsOf(
  inquiry: Inquiry,
  hasSeenAll: boolean,
  progress: Progress,
  hasAuto = false,
  isCut = !hasSeenAll,
): readonly Option[] {
  switch (inquiry.kind) {
    case 'permission':
      return permissionOptions(inquiry, hasSeenAll, isCut);
    case 'plan':
      return planOptions(inquiry, progress, hasAuto);
    case 'url':
      return [
        yes('I have opened it'),
        { digit: '2', label: 'Open it in the browser', choice: { kind: 'open', inquiry } },
        no('3', 'No'),
        dismiss('4', 'Dismiss', 'dismissed'),
      ];
    case 'trust':
      return [
        yes('Trust it, from now on'),
        no('2', 'Go on without these settings'),
        dismiss('3', 'Leave', 'leave'),
      ];
    case 'confirm':
      return [yes('Yes'), no('3', 'No')];
    case 'questions':
    case 'form':
      return questionOptions(inquiry, progress);
    default:
      return inquiry satisfies never;
  }
}
