/**
 * An engine of its own for a site's plugins: QuickJS in WebAssembly, with a memory that cannot grow beyond
 * its bound, a stack and a time. It has no files, no network and no modules; texts go in and out.
 *
 * Each rendering begins with the plugins as they were loaded, so nothing that one page leaves behind
 * shows on another, whichever of them an incremental build renders.
 */

import type {
  CustomizeVariantOptions,
  QuickJSSyncVariant,
  QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import { Guest } from './guest.js'
import { PluginError } from './plugin-error.js'
import type { PluginFile } from './plugin-files.js'

type Memory = NonNullable<CustomizeVariantOptions['wasmMemory']>

// The part of it that is needed here; Node's types have none of it.
declare const WebAssembly: {
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => Memory
}

const PAGE_BYTES = 64 * 1024
const FIRST_BYTES = 16 * 1024 * 1024
/** All that the plugins of a build hold at one time. */
const MEMORY_BYTES = 128 * 1024 * 1024

/** What plugins may cost. */
interface IsolateLimits {
  /** Of one rendering, or of one generator; in it the plugins are loaded, too. */
  readonly milliseconds: number
}

/** The isolate of one build. */
export class Isolate {
  /** Why nothing runs in it any more. */
  #end: PluginError | null = null

  constructor(
    private readonly module: QuickJSWASMModule,
    private readonly files: readonly PluginFile[],
    private readonly limits: IsolateLimits,
  ) {}

  /** Loads the plugins. @throws PluginError where one fails */
  start(now: () => number): Guest {
    if (this.#end !== null)
      throw new PluginError(`${this.#end.reason}; no plugin runs any more`, this.#end.path)
    const { module, files, limits } = this
    const onEnd = (error: PluginError) => (this.#end = error)
    return new Guest(module, { files, limits, now, onEnd })
  }
}

/** Makes the engine; it ends when nobody holds it any more. */
export async function openIsolate(
  files: readonly PluginFile[],
  limits: IsolateLimits,
): Promise<Isolate> {
  const wasmMemory = new WebAssembly.Memory({
    initial: FIRST_BYTES / PAGE_BYTES,
    maximum: MEMORY_BYTES / PAGE_BYTES,
  })
  // Imported when needed: it is for sites that have such plugins.
  const { newQuickJSWASMModuleFromVariant, newVariant } = await import('quickjs-emscripten-core')
  const { default: variant } = await import('@jitl/quickjs-wasmfile-release-sync')
  const module = await newQuickJSWASMModuleFromVariant(
    newVariant(imported(variant), { wasmMemory }),
  )
  return new Isolate(module, files, limits)
}

/** Its types tell of the module for `require`, which has it one level deeper. */
function imported(
  module: QuickJSSyncVariant | { readonly default: QuickJSSyncVariant },
): QuickJSSyncVariant {
  return 'default' in module ? module.default : module
}
