import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { errorText } from '@sluice/base';
import { getOwn, isJsonObject } from '@sluice/core';
import { parseJson } from '../../stream/parse-json.ts';
import type { Chosen } from '../model-choice.ts';
import { isLanguageModel, type LanguageModel } from './language-model.ts';

interface Wanted {
  readonly packageName: string;
  readonly model: string;
  readonly cwd: string;
  /** Overrides the package's own address. */
  readonly baseUrl: string | undefined;
  /** For packages without an address or key of their own, such as one for compatible servers. */
  readonly compatible: { readonly baseUrl: string | undefined; readonly apiKey: string | undefined };
}

/** Loads a package from the user's project and gets a model from it. */
export async function loadModel(wanted: Wanted): Promise<Chosen<{ readonly model: LanguageModel }>> {
  const { packageName, cwd } = wanted;
  try {
    const entry = entryOf(packageName, cwd);
    if (entry === undefined) {
      const message = `The package ${packageName} is not installed for ${cwd}. Install it there: npm install ${packageName}`;
      return { ok: false, message };
    }
    const loaded: unknown = await import(pathToFileURL(entry).href);
    return modelOf(loaded, wanted);
  } catch (error) {
    const reason = errorText(error);
    return { ok: false, message: `The package ${packageName} could not create a model: ${reason}` };
  }
}

/** Resolves a package's entry file as Node does, including packages that export only for `import`. */
function entryOf(packageName: string, cwd: string): string | undefined {
  const { resolve } = createRequire(join(cwd, 'package.json'));
  for (const directory of resolve.paths(packageName) ?? []) {
    const root = join(directory, packageName);
    const manifest = join(root, 'package.json');
    if (!existsSync(manifest)) continue;
    const json = parseJson(readFileSync(manifest, 'utf8'));
    const exported = json.ok && isJsonObject(json.value) ? getOwn(json.value, 'exports') : undefined;
    const target = importTarget(
      isJsonObject(exported) && Object.hasOwn(exported, '.') ? exported['.'] : exported,
    );
    return target === undefined ? resolve(root) : join(root, target);
  }
  return undefined;
}

function importTarget(exported: unknown): string | undefined {
  if (typeof exported === 'string') return exported;
  if (!isJsonObject(exported)) return undefined;
  for (const condition of ['node', 'import', 'module-sync', 'default']) {
    const target = importTarget(getOwn(exported, condition));
    if (target !== undefined) return target;
  }
  return undefined;
}

function modelOf(loaded: unknown, wanted: Wanted): Chosen<{ readonly model: LanguageModel }> {
  const { packageName, baseUrl } = wanted;
  const exported = new Map(Object.entries(typeof loaded === 'object' && loaded !== null ? loaded : {}));
  const factory = [...exported].find(([name, value]) => /^create[A-Z]/.test(name) && isCallable(value))?.[1];
  // An address requires a new provider; otherwise the package's default one finds its own key in the
  // environment.
  const ready = [...exported.values()].find((value) => isCallable(methodOf(value, 'languageModel')));
  const isMade = baseUrl !== undefined || ready === undefined;
  // Never send what was meant for that address to another one.
  if (baseUrl !== undefined && factory === undefined && ready !== undefined) {
    const message = `The package ${packageName} can't use another address (--base-url): it exports a provider but no factory for one (create…).`;
    return { ok: false, message };
  }
  const made = isMade ? call(factory, undefined, settingsOf(wanted, ready !== undefined)) : undefined;
  const provider = isMade ? made : ready;
  const model = call(methodOf(provider, 'languageModel'), provider, wanted.model);
  if (isLanguageModel(model)) return { ok: true, model };
  const version =
    typeof model === 'object' && model !== null ? Reflect.get(model, 'specificationVersion') : undefined;
  const reason =
    version === undefined
      ? `it exports neither an AI SDK provider (with languageModel) nor a factory for one (create…)`
      : `its models use the specification ${JSON.stringify(version)}; supported are v2, v3 and v4`;
  return { ok: false, message: `The package ${packageName} cannot be used as a model provider: ${reason}.` };
}

/** A package that has its own provider, and so its own key, does not get the key for compatible servers. */
function settingsOf({ packageName, baseUrl, compatible }: Wanted, hasOwnProvider: boolean): object {
  const name = packageName.slice(packageName.lastIndexOf('/') + 1);
  const address = baseUrl ?? (hasOwnProvider ? undefined : compatible.baseUrl);
  const apiKey = hasOwnProvider ? undefined : compatible.apiKey;
  return {
    name,
    // Chat Completions servers report a stream's usage only on request.
    includeUsage: true,
    baseURL: address,
    apiKey,
  };
}

function isCallable(value: unknown): value is (this: unknown, argument: unknown) => unknown {
  return typeof value === 'function';
}

function methodOf(value: unknown, name: string): unknown {
  const canHave = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return canHave ? Reflect.get(value, name) : undefined;
}

function call(method: unknown, owner: unknown, argument: unknown): unknown {
  return isCallable(method) ? method.call(owner, argument) : undefined;
}
