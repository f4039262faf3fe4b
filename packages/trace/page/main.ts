import type { TraceData } from '../src/data/trace-data.ts';
import { App } from './app.ts';
import { follow } from './follow.ts';

interface Payload {
  readonly trace: TraceData;
  readonly updates?: string;
}

const source = document.getElementById('trace');
const payload: Payload = JSON.parse(source?.textContent ?? '');
source?.remove();
const app = new App(payload.trace);
if (payload.updates !== undefined) void follow(app, payload.updates, payload.trace);
