export { createProxiedFetch } from './proxied-fetch.ts';
