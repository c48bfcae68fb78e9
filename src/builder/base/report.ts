/** Collects what a build says while it runs. */

import type { DiagnosticPlace } from './build-error.js'
import type { Diagnostic, Phase, Progress } from './request.js'

/** A diagnostic whose line may have to be looked for yet (`locate.ts`). */
export interface Said extends Diagnostic {
  readonly key: string | null
}

/** Diagnostics in the order they came, each once. */
export class Reporter {
  readonly diagnostics: Said[] = []
  #seen = new Set<string>()
  #explain = (message: string): string => message

  constructor(private readonly onProgress: (progress: Progress) => void = () => {}) {}

  warn(message: string, place: DiagnosticPlace = {}): void {
    this.#add('warning', message, place)
  }

  error(message: string, place: DiagnosticPlace = {}): void {
    this.#add('error', this.#explain(message), place)
  }

  /** Lets every later error say more than what went wrong. */
  explainWith(explain: (message: string) => string): void {
    this.#explain = explain
  }

  progress(phase: Phase, done: number, total: number): void {
    this.onProgress({ phase, done, total, message: describe(phase, done, total) })
  }

  /** Runs something whose diagnostics are no part of the build's: they are forgotten. */
  async aside<Result>(run: () => Promise<Result>): Promise<Result> {
    const { length } = this.diagnostics
    const seen = this.#seen
    this.#seen = new Set(seen)
    try {
      return await run()
    } finally {
      this.diagnostics.length = length
      this.#seen = seen
    }
  }

  /** Forgets all but the first diagnostics: those of another build. */
  forgetAfter(count: number): void {
    this.diagnostics.length = count
    this.#seen = new Set(this.diagnostics.map(nameOf))
  }

  #add(severity: Diagnostic['severity'], message: string, place: DiagnosticPlace): void {
    const { path = null, line = null, column = null, key = null } = place
    const said = { severity, path, line, column, key, message }
    const name = nameOf(said)
    if (this.#seen.has(name)) return
    this.#seen.add(name)
    this.diagnostics.push(said)
  }
}

function nameOf({ severity, message, path, line, column }: Said): string {
  return JSON.stringify([severity, message, path, line, column])
}

const DONE: Record<Phase, string> = {
  read: 'Read',
  generate: 'Generated',
  render: 'Rendered',
  write: 'Wrote',
}

function describe(phase: Phase, done: number, total: number): string {
  const noun = phase === 'render' ? 'pages' : 'files'
  return `${DONE[phase]} ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} ${noun}`
}
