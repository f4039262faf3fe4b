import type { NewTask, EndedWork } from '../../src/tasks/task-registry.ts';

/** Work whose end the test decides. */
export interface ControlledWork {
  readonly work: NewTask;
  finish(ended: EndedWork): void;
  readonly isAskedToEnd: boolean;
}

/** `endsWhenAsked`: as a command does, which is canceled then. */
export function controlledWork(endsWhenAsked = true): ControlledWork {
  const { promise, resolve } = Promise.withResolvers<EndedWork>();
  let isAskedToEnd = false;
  return {
    work: {
      type: 'shell',
      command: 'make',
      outputPath: '/none/such',
      ended: promise,
      end() {
        isAskedToEnd = true;
        if (endsWhenAsked) resolve({ end: { status: 'lost' }, notes: [] });
      },
    },
    finish: resolve,
    get isAskedToEnd() {
      return isAskedToEnd;
    },
  };
}
