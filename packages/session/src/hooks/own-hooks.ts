import { isEngineEvent, type CallFunction } from '@sluice/hooks';
import type { OwnHooks, ProgramHook, ProgramHooks } from '../options/program-hooks.ts';
import { wrongHooks } from '../options/wrong-hooks.ts';

export function ownHooks(given: ProgramHooks): OwnHooks {
  if (typeof given === 'function') {
    const list = checkedList(given);
    return {
      ofCalls: () => list().filter(isOfCall),
      ofSession: () => list().filter((hook) => !isOfCall(hook)),
      isFixed: false,
    };
  }
  const [ofCalls, ofSession] = [given.filter(isOfCall), given.filter((hook) => !isOfCall(hook))];
  return { ofCalls: () => ofCalls, ofSession: () => ofSession, isFixed: true };
}

/**
 * An invalid guard must not be ignored silently. @throws the same errors as an invalid list in the options
 */
function checkedList(given: () => readonly ProgramHook[]): () => readonly ProgramHook[] {
  const known = new WeakSet<ProgramHook>();
  return () => {
    const list = given();
    if (Array.isArray(list) && list.every((hook) => known.has(hook))) return list;
    const wrong = wrongHooks(list);
    if (wrong !== undefined) throw wrong;
    for (const hook of list) known.add(hook);
    return list;
  };
}

function isOfCall(hook: ProgramHook): hook is CallFunction {
  return isEngineEvent(hook.event);
}
