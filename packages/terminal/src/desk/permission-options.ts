import { getOwn, type PermissionRequest } from '@sluice/core';
import { no, yes, type Option } from './option.ts';

/**
 * @param hasSeenAll nothing of the call was left out
 * @param isCut something of it is left out now
 */
export function permissionOptions(
  request: PermissionRequest,
  hasSeenAll: boolean,
  isCut: boolean,
): readonly Option[] {
  return [
    yes('Yes, once', 'yes, once'),
    ...keepOption(request, hasSeenAll),
    request.agentId === undefined ? no('3', 'No, and stop here') : deniesOnly(),
    {
      digit: '4',
      label: 'No, and say why …',
      choice: {
        kind: 'note',
        label: 'why not? ',
        said: 'no',
        answer: (feedback) => ({ behavior: 'deny', feedback }),
      },
    },
    ...changeOption(request),
    { digit: '6', label: 'Why', choice: { kind: 'why' } },
    ...wholeOption(isCut),
    {
      digit: '9',
      label: 'Yes, with a note …',
      choice: {
        kind: 'note',
        label: 'note: ',
        said: 'yes, with a note',
        answer: (feedback) => ({ behavior: 'allow', feedback }),
      },
    },
  ];
}

/** The call's rules hold from now on. */
function keepOption(
  { suggestedRules, suggestedDestination, display }: PermissionRequest,
  hasSeenAll: boolean,
): readonly Option[] {
  if (!hasSeenAll || suggestedRules.length === 0 || display.warnings.length > 0) return [];
  const isForSession = suggestedDestination === 'session';
  const said = isForSession ? 'for this session' : 'from now on';
  const where = isForSession ? said : `${said} (${keptIn(suggestedDestination)})`;
  const label = `Yes, and ${where}: ${suggestedRules.join(', ')}`;
  const answer = { behavior: 'allow', always: true } as const;
  return [{ digit: '2', label, choice: { kind: 'answer', answer, said: `yes, ${said}` } }];
}

function wholeOption(isCut: boolean): readonly Option[] {
  return isCut ? [{ digit: '7', label: 'Show all of it', choice: { kind: 'whole' } }] : [];
}

/** Where an answer for good is saved, as a person knows it. */
export function keptIn(destination: PermissionRequest['suggestedDestination']): string {
  return KEPT_IN[destination];
}

const KEPT_IN: Readonly<Record<PermissionRequest['suggestedDestination'], string>> = {
  session: 'this session',
  local: '.sluice/settings.local.json',
  project: '.sluice/settings.json',
  user: 'your settings',
};

/** A command that is almost right is changed and allowed in one step. */
function changeOption({ input, editable, display }: PermissionRequest): readonly Option[] {
  const text = editable === undefined ? undefined : getOwn(input, editable);
  // What is hidden would stay hidden in the prompt.
  if (editable === undefined || typeof text !== 'string' || display.warnings.length > 0) return [];
  return [
    {
      digit: '5',
      label: 'Change it …',
      choice: {
        kind: 'note',
        label: `${editable}: `,
        said: 'yes, changed',
        initial: text,
        problem: (changed) =>
          changed.trim() === ''
            ? `the ${editable} is empty`
            : changed === text
              ? 'nothing is changed: Esc goes back to the question'
              : undefined,
        answer: (changed) => ({
          behavior: 'allow',
          updatedInput: { ...input, [editable]: changed },
          tellsModel: true,
        }),
      },
    },
  ];
}

/** Another agent goes on without this one call. */
function deniesOnly(): Option {
  return {
    digit: '3',
    label: 'No, not this call',
    choice: { kind: 'answer', answer: { behavior: 'deny', endsTurn: false }, said: 'no' },
  };
}
