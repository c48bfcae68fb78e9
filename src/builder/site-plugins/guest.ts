/** The plugins as they are loaded for one rendering: names, and calls. */

import type {
  QuickJSContext,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import { describedError, PluginError, type Described } from './plugin-error.js'
import type { PluginFile } from './plugin-files.js'
import { PRELUDE } from './prelude.js'

/** Stands below what overflows the stack of this process, for most of what nests in there. */
const STACK_BYTES = 64 * 1024
/** One text that goes in. */
const MAX_CHARACTERS = 32 * 1024 * 1024
/** What plugins say in one rendering; the rest is left out. */
const MAX_MESSAGES = 20
/** Tags that render templates with tags, and so on. */
const MAX_NESTING = 20

/** What plugins ask of the site while they run: an answer in JSON. */
export type Answer = (what: string, text: string) => string

const KINDS = ['tag', 'block', 'filter', 'generator'] as const

/** What a plugin has registered. */
export interface Registered {
  readonly kind: (typeof KINDS)[number]
  readonly name: string
  readonly file: string
}

interface GuestParts {
  readonly files: readonly PluginFile[]
  readonly limits: { readonly milliseconds: number }
  /** The present, in milliseconds since the Unix epoch. */
  readonly now: () => number
  /** Told when the engine itself has come to its end. */
  readonly onEnd: (error: PluginError) => void
}

interface Call {
  readonly registered: Registered
  /** JSON. */
  readonly given: string
  readonly answer: Answer
}

/** While plugins are loaded there is nothing to ask about, and nobody to hear. */
const NO_ANSWER: Answer = () => 'null'

/** One rendering's plugins. To be closed. */
export class Guest {
  readonly #runtime: QuickJSRuntime
  readonly #context: QuickJSContext
  readonly #functions: QuickJSHandle
  #answer: Answer = NO_ANSWER
  /** What an answer failed with, whatever the plugin makes of it. */
  #failure: { readonly error: unknown } | null = null
  #spentMs = 0
  #deadline = 0
  #nested = 0
  #said = 0
  /** What is left of a run that was broken off cannot be taken apart. */
  #isBroken = false

  constructor(
    module: QuickJSWASMModule,
    private readonly parts: GuestParts,
  ) {
    this.#runtime = module.newRuntime()
    this.#runtime.setMaxStackSize(STACK_BYTES)
    this.#runtime.setInterruptHandler(() => performance.now() > this.#deadline)
    this.#context = this.#runtime.newContext()
    this.#functions = this.#within(null, () => this.#load())
  }

  /** What the plugins have registered. */
  names(): Registered[] {
    const text = this.#within(null, () => this.#invoke('names', []))
    return registeredIn(text)
  }

  /**
   * Runs what a plugin has registered.
   *
   * @returns its value, as JSON has it
   * @throws PluginError, and what an answer failed with
   */
  call({ registered, given, answer }: Call): unknown {
    const { kind, name, file } = registered
    if (given.length > MAX_CHARACTERS)
      throw new PluginError('The text that it gets is too long', file)
    if (this.#nested >= MAX_NESTING) throw new PluginError('It renders itself without end', file)
    const before = this.#answer
    this.#answer = answer
    try {
      const text = this.#within(file, () => this.#invoke('call', [kind, name, given]))
      if (this.#failure === null) return this.#valueOf(text, file)
      throw this.#failure.error
    } catch (error) {
      throw this.#failure === null ? error : this.#failure.error
    } finally {
      this.#answer = before
      if (this.#nested === 0) this.#failure = null
    }
  }

  close(): void {
    if (this.#isBroken) return
    this.#isBroken = true
    this.#guarded(null, () => {
      this.#functions.dispose()
      this.#context.dispose()
      this.#runtime.dispose()
    })
  }

  #valueOf(text: string, file: string): unknown {
    const answer: unknown = parsed(text)
    if (typeof answer !== 'object' || answer === null)
      throw new PluginError('It returns nothing', file)
    if ('error' in answer && isDescribed(answer.error))
      throw describedError(answer.error, this.parts.files, file)
    return 'value' in answer ? answer.value : null
  }

  /** Loads what stands before the plugins, then each of them. */
  #load(): QuickJSHandle {
    const context = this.#context
    const ask = context.newFunction('ask', (what, text) => {
      const [kind, asked] = [context.getString(what), context.getString(text)]
      return context.newString(this.#answered(kind, asked))
    })
    const prelude = context.unwrapResult(context.evalCode(PRELUDE, 'galley'))
    const functions = context.unwrapResult(context.callFunction(prelude, context.undefined, ask))
    for (const handle of [ask, prelude]) handle.dispose()
    for (const file of this.parts.files) this.#loadFile(file, functions)
    return functions
  }

  #loadFile({ path, text }: PluginFile, functions: QuickJSHandle): void {
    const context = this.#context
    this.#invoke('enter', [path], functions)
    const result = context.evalCode(text, path, { type: 'module' })
    if (result.error !== undefined) throw this.#errorOf(result.error, path, functions)
    const jobs = this.#runtime.executePendingJobs()
    if (jobs.error !== undefined) throw this.#errorOf(jobs.error, path, functions)
    const state = context.getPromiseState(result.value)
    if (state.type === 'rejected') throw this.#errorOf(state.error, path, functions)
    result.value.dispose()
    if (state.type === 'pending')
      throw new PluginError('It waits for a promise that never settles', path)
  }

  #answered(what: string, text: string): string {
    if (what === 'now') return JSON.stringify(this.parts.now())
    if (what === 'say' && this.#said++ >= MAX_MESSAGES) return 'null'
    try {
      const answer = this.#answer(what, text)
      if (answer.length > MAX_CHARACTERS) throw new PluginError('It reads too much at once', null)
      return answer
    } catch (error) {
      this.#failure = { error }
      throw error
    }
  }

  /** Calls a function of the prelude with texts; gives its text. */
  #invoke(name: string, texts: readonly string[], functions = this.#functions): string {
    const context = this.#context
    const run = context.getProp(functions, name)
    const given = texts.map((text) => context.newString(text))
    const result = context.callFunction(run, context.undefined, ...given)
    if (result.error !== undefined) throw this.#errorOf(result.error, null, functions)
    const text = context.getString(result.value)
    for (const handle of [run, ...given, result.value]) handle.dispose()
    return text
  }

  /** An error that no plugin has caught. */
  #errorOf(error: QuickJSHandle, file: string | null, functions: QuickJSHandle): PluginError {
    const context = this.#context
    if (performance.now() > this.#deadline) return this.#tooLong(file)
    const describe = context.getProp(functions, 'describe')
    const result = context.callFunction(describe, context.undefined, error)
    if (result.error !== undefined)
      return new PluginError('It failed without an error message', file)
    const described = parsed(context.getString(result.value))
    for (const handle of [error, describe, result.value]) handle.dispose()
    if (!isDescribed(described)) return new PluginError('It failed without an error message', file)
    return describedError(described, this.parts.files, file)
  }

  #tooLong(file: string | null): PluginError {
    const seconds = this.parts.limits.milliseconds / 1000
    const reason = `It took longer than ${seconds} seconds, the limit for the plugins of a page (on a server: --render-seconds)`
    return new PluginError(reason, file)
  }

  /** Runs in the engine, within its time. */
  #within<Result>(file: string | null, run: () => Result): Result {
    const start = performance.now()
    if (this.#nested === 0) this.#deadline = start + this.parts.limits.milliseconds - this.#spentMs
    this.#nested++
    try {
      return this.#guarded(file, run)
    } finally {
      this.#nested--
      if (this.#nested === 0) this.#spentMs += performance.now() - start
    }
  }

  /** Where the engine breaks, it has come to its end: what it left behind is in no order. */
  #guarded<Result>(file: string | null, run: () => Result): Result {
    try {
      return run()
    } catch (error) {
      this.#isBroken = true
      if (error instanceof PluginError)
        throw error.path === null ? new PluginError(error.reason, file) : error
      const isDeep = error instanceof RangeError
      const reason = isDeep ? 'It recurses too deeply' : 'It crashed the JavaScript engine'
      const end = new PluginError(reason, file)
      this.parts.onEnd(end)
      throw end
    }
  }
}

/** Plugins may have changed how values become JSON: all is looked at. */
function registeredIn(text: string): Registered[] {
  const all = entriesOf(parsed(text))
  if (all.length === 0) throw new PluginError('What it registers cannot be read', null)
  return all.flatMap(([key, registered]) => {
    const kind = KINDS.find((one) => one === key)
    if (kind === undefined) return []
    return entriesOf(registered).flatMap(([name, value]) => {
      const file = entriesOf(value).find(([field]) => field === 'file')?.[1]
      return typeof file === 'string' ? [{ kind, name, file }] : []
    })
  })
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function isDescribed(value: unknown): value is Described {
  return (
    typeof value === 'object' &&
    value !== null &&
    'text' in value &&
    'stack' in value &&
    typeof value.text === 'string' &&
    typeof value.stack === 'string'
  )
}

/** Null for what is no JSON: a plugin may have changed what makes it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
