import { createInterface } from 'node:readline';
import { isJsonObject, type JsonObject } from '@sluice/core';
import { onTestFailed } from 'vitest';
import { ended, startCli, type Cli, type Ended } from '../../exec/support/cli.ts';
import { scratch } from '../../exec/support/scratch.ts';

/** Where a run of `sluice -p` works: no one's own settings, sessions or models. */
export interface PrintPlace {
  /** The working directory. */
  readonly cwd: string;
  readonly home: string;
  readonly state: string;
  readonly env: Readonly<Record<string, string>>;
}

export function printPlace(server: { readonly address: string }): PrintPlace {
  const [cwd, home, state] = [scratch(), scratch(), scratch()];
  const env = {
    HOME: home,
    SLUICE_STATE_DIR: state,
    // Without types of agents, requests hold no list of them.
    CLAUDE_AGENT_SDK_DISABLE_BUILTIN_AGENTS: '1',
    ANTHROPIC_BASE_URL: server.address,
    ANTHROPIC_API_KEY: 'test-key',
    ANTHROPIC_MODEL: 'claude-sonnet-4-5',
    OPENAI_BASE_URL: `${server.address}/v1`,
    OPENAI_API_KEY: 'test-key',
    GOOGLE_GEMINI_BASE_URL: server.address,
    GEMINI_API_KEY: 'test-key',
  };
  return { cwd, home, state, env };
}

/** Starts `sluice -p`; its standard input stays open. */
export function startPrint({ cwd, env }: PrintPlace, ...args: readonly string[]): Cli {
  return startCli(['-p', ...args], { cwd, env });
}

/** Runs `sluice -p` to its end, with nothing on its standard input. */
export function runPrint(place: PrintPlace, ...args: readonly string[]): Promise<Ended> {
  const child = startPrint(place, ...args);
  child.stdin.end();
  return ended(child);
}

export const STREAM: readonly string[] = ['--output-format', 'stream-json'];
/** A program at the other end that speaks lines both ways. */
export const BOTH_WAYS: readonly string[] = ['--input-format', 'stream-json', ...STREAM];

/** A program at the other end of `sluice -p`. */
export interface Talk {
  /** Everything that has come so far. */
  readonly messages: readonly JsonObject[];
  readonly stderr: string;
  /** The first message, not met by an earlier call, that has these fields (and the fields of their objects). */
  next(fields: JsonObject): Promise<JsonObject>;
  /** Messages like those of `next`, in whatever order they come. */
  nextInAnyOrder(...messages: readonly JsonObject[]): Promise<void>;
  /** One line of JSON, or the text as it is. */
  say(line: JsonObject | string): void;
  /** A message of the person. */
  prompt(text: string, more?: JsonObject): void;
  /** An answer to a request for permission. */
  answer(request: JsonObject, response: JsonObject): void;
  /** No more input. Answers with the exit status, once all output has come. */
  end(): Promise<number | null>;
  /** The exit status, once all output has come. */
  readonly ended: Promise<number | null>;
}

export function talkTo(child: Cli): Talk {
  const messages: JsonObject[] = [];
  let at = 0;
  let isOver = false;
  let stderr = '';
  let wake: (() => void)[] = [];
  const look = (): void => {
    const waiting = wake;
    wake = [];
    for (const go of waiting) go();
  };
  onTestFailed(() =>
    console.error(
      messages
        .slice(-8)
        .map((one) => JSON.stringify(one))
        .join('\n'),
      stderr,
    ),
  );
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    const value: unknown = JSON.parse(line);
    if (!isJsonObject(value)) throw new Error(`not an object: ${line}`);
    messages.push(value);
    look();
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (status) => {
      isOver = true;
      resolve(status);
      look();
    });
  });
  const say = (line: JsonObject | string): void =>
    void child.stdin.write(typeof line === 'string' ? line : `${JSON.stringify(line)}\n`);
  return {
    messages,
    get stderr() {
      return stderr;
    },
    async next(fields) {
      for (;;) {
        for (; at < messages.length; at += 1) {
          const message = messages[at];
          if (message !== undefined && has(message, fields)) {
            at += 1;
            return message;
          }
        }
        if (isOver) throw new Error(`the output ended without ${JSON.stringify(fields)}`);
        await new Promise<void>((resolve) => wake.push(resolve));
      }
    },
    async nextInAnyOrder(...wanted) {
      const from = at;
      const placeOf = (fields: JsonObject): number =>
        messages.findIndex((message, index) => index >= from && has(message, fields));
      for (const fields of wanted) {
        while (placeOf(fields) === -1) {
          if (isOver) throw new Error(`the output ended without ${JSON.stringify(fields)}`);
          await new Promise<void>((resolve) => wake.push(resolve));
        }
      }
      at = Math.max(from, ...wanted.map((fields) => placeOf(fields) + 1));
    },
    say,
    prompt: (text, more = {}) =>
      say({ type: 'user', message: { role: 'user', content: text }, parent_tool_use_id: null, ...more }),
    answer: (request, response) =>
      say({
        type: 'control_response',
        response: { subtype: 'success', request_id: request['request_id'] ?? '', response },
      }),
    end() {
      child.stdin.end();
      return ended;
    },
    ended,
  };
}

function has(value: JsonObject, fields: JsonObject): boolean {
  return Object.entries(fields).every(([name, wanted]) => {
    const found = Object.hasOwn(value, name) ? value[name] : undefined;
    if (!isJsonObject(wanted)) return JSON.stringify(found) === JSON.stringify(wanted);
    return isJsonObject(found) && has(found, wanted);
  });
}
