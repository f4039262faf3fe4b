import type { Mutant } from './mutant.ts';

const PROVIDER = 'packages/agent/test/providers/http-provider.test.ts';
const POST = 'packages/agent/test/http/post-stream.test.ts';

/** What reaches a model server, and what comes of its failures. */
export const PROVIDER_MUTANTS: readonly Mutant[] = [
  {
    name: 'key-in-a-message',
    breaks: 'What a server repeats of a request is shown with the key in it.',
    promise: 4,
    file: 'packages/agent/src/providers/conceal.ts',
    find: "rest.replaceAll(form, '[key]')",
    replace: 'rest',
    test: PROVIDER,
    title: 'shows no key',
  },
  {
    name: 'second-answer-after-the-first',
    breaks: 'An answer that broke off is followed by another one.',
    promise: 2,
    file: 'packages/agent/src/http/with-retries.ts',
    find: "event.type === 'failed' && !hasBegun",
    replace: "event.type === 'failed'",
    test: 'packages/agent/test/http/with-retries.test.ts',
  },
  {
    name: 'stale-connection-told',
    breaks: 'A kept connection that the server closed is a failure.',
    promise: 4,
    file: 'packages/agent/src/http/post-stream.ts',
    find: 'outgoing.reusedSocket && STALE.has',
    replace: '!outgoing.reusedSocket && STALE.has',
    test: POST,
    title: 'asks again at once',
  },
  {
    name: 'words-lost-with-the-connection',
    breaks: 'What had come of an answer before its connection broke is not given.',
    promise: 4,
    file: 'packages/agent/src/http/read-body.ts',
    find: 'signal.aborted ? null : source.read()',
    replace: "signal.aborted || typeof now === 'object' ? null : source.read()",
    test: 'packages/agent/test/http/broken-off.test.ts',
  },
  {
    name: 'listener-for-each-request',
    breaks: "Each request leaves a listener on the session's signal.",
    promise: 5,
    file: 'packages/agent/src/http/post-stream.ts',
    find: "outgoing.once('close', () => signal.removeEventListener('abort', abort));",
    replace: '',
    test: POST,
    title: 'leaves no listener',
  },
  {
    name: 'recording-for-everybody',
    breaks: 'Every user of the machine may read a recording.',
    promise: 4,
    file: 'packages/agent/src/providers/recorder.ts',
    find: '0o600',
    replace: '0o644',
    test: 'packages/agent/test/providers/recording.test.ts',
  },
  {
    name: 'package-run-by-settings',
    breaks: 'A settings file of a project has a package of the project run.',
    promise: 3,
    file: 'packages/agent/src/providers/open-provider.ts',
    find: 'if (isFromSettings) return',
    replace: 'if (isFromSettings && false) return',
    test: 'packages/agent/test/providers/ai-sdk/ai-sdk.test.ts',
    title: 'runs no package',
  },
  {
    name: 'broken-stream-hidden',
    breaks: 'Where the answer is refused as a whole, nobody hears that its streams broke off.',
    promise: 4,
    file: 'packages/agent/src/providers/broken-streams.ts',
    find: 'if (broken === undefined || OWN.has(failure.kind)) return event;',
    replace: 'if (broken !== undefined || OWN.has(failure.kind)) return event;',
    test: 'packages/agent/test/providers/broken-streams.test.ts',
  },
];
