import type { Inquiry, UrlInquiry } from '@sluice/core';
import { dismiss, no, yes, type Option } from './option.ts';
import { permissionOptions } from './permission-options.ts';
import { planOptions } from './plan-options.ts';
import { questionOptions } from './question-options.ts';
import type { Progress } from './questionnaire.ts';

/** What decides which answers are offered, beside the inquiry. */
export interface OptionsContext {
  /** Nothing of it was left out. */
  readonly hasSeenAll: boolean;
  /** Something of it is left out now. Default: while not all of it was seen. */
  readonly isCut?: boolean | undefined;
  /** The session may change to auto mode. Default false. */
  readonly hasAuto?: boolean | undefined;
  /** A page can be opened in a browser. Default false. */
  readonly hasBrowser?: boolean | undefined;
}

/** What a person may answer to an inquiry. */
export function optionsOf(
  inquiry: Inquiry,
  progress: Progress,
  { hasSeenAll, isCut = !hasSeenAll, hasAuto = false, hasBrowser = false }: OptionsContext,
): readonly Option[] {
  switch (inquiry.kind) {
    case 'permission':
      return permissionOptions(inquiry, hasSeenAll, isCut);
    case 'plan':
      return planOptions(inquiry, progress, hasAuto);
    case 'url':
      return [
        yes('I have opened it'),
        ...(hasBrowser ? [inBrowser(inquiry)] : []),
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
      // The person has asked for it, and types what other programs take.
      return [
        { ...yes('Yes'), letter: 'y' },
        { ...no('3', 'No'), letter: 'n', isPreferred: inquiry.prefersNo },
      ];
    case 'questions':
    case 'form':
      return questionOptions(inquiry, progress);
    default:
      return inquiry satisfies never;
  }
}

/** What Enter does first: an address that nobody has opened is not one that somebody has. */
function inBrowser(inquiry: UrlInquiry): Option {
  return {
    digit: '2',
    label: 'Open it in the browser',
    choice: { kind: 'open', inquiry },
    isPreferred: true,
  };
}
