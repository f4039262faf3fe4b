import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A program in a terminal of its own (`script`), with what it prints. */
export class PtyProgram {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #pieces: string[] = [];
  #length = 0;
  #listener: ((text: string) => void) | undefined;

  /** @param command for a shell; its last program should be started with `exec` */
  constructor(command: string, env: Readonly<Record<string, string | undefined>>, cwd: string) {
    this.#child = spawn('script', ['-qfec', command, '/dev/null'], { env: { ...process.env, ...env }, cwd });
    this.#child.stdout.setEncoding('utf8');
    this.#child.stdout.on('data', (text: string) => {
      this.#pieces.push(text);
      this.#length += text.length;
      this.#listener?.(text);
    });
  }

  /** How many characters it has printed so far. */
  get printedLength(): number {
    return this.#length;
  }

  /** What it has printed after place `from`. Takes no longer for what came before: a key is to be timed after a long log, too. */
  printedFrom(from: number): string {
    let at = this.#length;
    let first = this.#pieces.length;
    while (at > from) {
      first -= 1;
      at -= this.#pieces[first]?.length ?? 0;
    }
    return this.#pieces
      .slice(first)
      .join('')
      .slice(from - at);
  }

  type(text: string): void {
    this.#child.stdin.write(text);
  }

  /** Resolves once the text was printed after place `from`. */
  async prints(text: string, from = 0): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const onExit = (): void => reject(new Error(`It ended without printing ${JSON.stringify(text)}.`));
      let tail = '';
      const look = (printed: string): void => {
        const seen = tail + printed;
        tail = seen.slice(-text.length);
        if (!seen.includes(text)) return;
        this.#listener = undefined;
        this.#child.off('exit', onExit);
        resolve();
      };
      this.#child.once('exit', onExit);
      this.#listener = look;
      look(this.printedFrom(from));
    });
  }

  /** The program itself. */
  get pid(): number {
    const parent = String(this.#child.pid);
    const [pid = ''] = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ');
    return Number(pid);
  }

  /** Seconds of CPU so far, to a hundredth. */
  get cpuSeconds(): number {
    const fields = readFileSync(`/proc/${this.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  }

  /** Milliseconds of CPU so far of all its threads that live, as the scheduler has counted them. */
  get cpuMs(): number {
    return readdirSync(`/proc/${this.pid}/task`).reduce((sum, thread) => {
      const [ns] = readFileSync(`/proc/${this.pid}/task/${thread}/schedstat`, 'utf8').split(' ');
      return sum + Number(ns) / 1e6;
    }, 0);
  }

  get residentMegabytes(): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
  }

  async end(): Promise<void> {
    const { exitCode, signalCode } = this.#child;
    if (exitCode !== null || signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    process.kill(this.pid, 'SIGTERM');
    await ended;
  }
}
