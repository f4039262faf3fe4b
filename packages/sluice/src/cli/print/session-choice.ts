import type { SessionChoice } from '@sluice/session/agent';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Reads the session options. */
export function sessionChoice(values: {
  readonly continue?: boolean | undefined;
  readonly resume?: string | undefined;
  readonly 'fork-session'?: boolean | undefined;
  readonly 'session-id'?: string | undefined;
  readonly 'no-session-persistence'?: boolean | undefined;
  readonly 'resume-session-at'?: string | undefined;
  readonly 'resume-drops-turn'?: string | undefined;
  readonly 'session-mirror'?: boolean | undefined;
}): SessionChoice | { readonly message: string } {
  const { resume, 'session-id': id } = values;
  const isContinued = values.continue === true;
  const isForked = values['fork-session'] === true;
  if (id !== undefined && !UUID.test(id))
    return { message: `--session-id must be a UUID; got ${JSON.stringify(id)}` };
  if (values['no-session-persistence'] === true) {
    return isContinued || resume !== undefined || isForked
      ? { message: '--no-session-persistence saves nothing, so there is no session to resume' }
      : { kind: 'none', id };
  }
  const through = values['resume-session-at'];
  if (through !== undefined && resume === undefined)
    return { message: '--resume-session-at needs --resume: the session that has the message' };
  const dropsTurn = values['resume-drops-turn'];
  if (dropsTurn !== undefined && through === undefined)
    return { message: '--resume-drops-turn needs --resume-session-at: the last message to keep' };
  if (isContinued && resume !== undefined) return { message: 'pass --continue or --resume, not both' };
  if (resume === '') return { message: '--resume is empty: pass the id of a session' };
  if (!isContinued && resume === undefined) {
    return isForked
      ? { message: '--fork-session needs --resume or --continue: the session to fork' }
      : { kind: 'new', id };
  }
  if (id !== undefined && !isForked)
    return { message: '--session-id names a new session; with --resume or --continue add --fork-session' };
  return resume === undefined
    ? { kind: 'latest', isForked, id }
    : {
        kind: 'named',
        name: resume,
        isForked,
        id,
        throughMessage: through,
        dropsTurn,
        // The program has a store of its own, and gives what that holds of the session.
        needsTranscript: values['session-mirror'] === true,
      };
}
