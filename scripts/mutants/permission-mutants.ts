import type { Mutant } from './mutant.ts';

const COMBINE = 'packages/core/src/permission/combine.ts';

/** Who may do what. */
export const PERMISSION_MUTANTS: readonly Mutant[] = [
  {
    name: 'deny-becomes-ask',
    breaks: 'A tool or hook that asks loosens a deny.',
    promise: 3,
    file: COMBINE,
    find: 'RANK[b.behavior] > RANK[a.behavior]',
    replace: 'RANK[b.behavior] > 0',
    test: 'packages/core/test/permission/combine.test.ts',
  },
  {
    name: 'hook-loosens-a-rule',
    breaks: 'A hook that allows overrules the ask of a rule, a floor or a tool.',
    promise: 3,
    file: COMBINE,
    find: " && decision.by === 'default'",
    replace: '',
    test: 'packages/core/test/permission/combine.test.ts',
  },
  {
    name: 'hook-overrules-a-hook',
    breaks: 'A later hook that allows overrules one that denies.',
    promise: 3,
    file: 'packages/core/src/hook/pre-tool-use.ts',
    find: 'RANK[result.decision] > RANK[verdict.decision]',
    replace: 'RANK[result.decision] > 0',
    test: 'packages/core/test/hook/hooks.test.ts',
  },
  {
    name: 'old-permission',
    breaks: 'A call starts on a permission that was withdrawn while it waited.',
    promise: 3,
    file: 'packages/core/src/call/execute.ts',
    find: "if (call.decidedVersion !== engine.permission.current().version) return 'recheck';",
    replace: '',
    test: 'packages/core/test/permission/versions.test.ts',
  },
  {
    name: 'changed-input-not-validated',
    breaks: 'An input that a hook has made goes to the tool without validation.',
    promise: 3,
    file: 'packages/core/src/call/change-input.ts',
    find: 'await engine.validator.validate(call.tool.inputSchema, json);',
    replace: 'await Promise.resolve({ ok: true, json, input: json });',
    test: 'packages/core/test/permission/asks.test.ts',
  },
  {
    name: 'nobody-asked-is-yes',
    breaks: 'A call that would ask runs where nobody can be asked.',
    promise: 3,
    file: 'packages/core/src/call/ask.ts',
    find: 'if (asker === undefined) {',
    replace: "if (asker === undefined) {\n    return 'next';",
    test: 'packages/core/test/permission/asks.test.ts',
  },
  {
    name: 'ask-stays-open',
    breaks: 'A person is still asked about a call that was stopped.',
    promise: 3,
    file: 'packages/core/src/call/ask.ts',
    find: 'asker.remove(request.requestId)',
    replace: 'undefined',
    test: 'packages/core/test/permission/asks.test.ts',
  },
  {
    name: 'alias-escapes-hooks',
    breaks: 'A tool that is called by an alias escapes the hooks that match its name.',
    promise: 3,
    file: 'packages/core/src/call/receive.ts',
    find: 'call.name = tool.name;',
    replace: '',
    test: 'packages/core/test/call/aliases.test.ts',
  },
];
