/** The end of a build that cannot be made, and the place in a site that something is said of. */

/** Where a diagnostic points to. */
export interface DiagnosticPlace {
  readonly path?: string | null
  readonly line?: number | null
  readonly column?: number | null
  /** Where no line is known: the key of front matter or configuration that it is about. */
  readonly key?: string | null
}

interface BuildErrorOptions extends ErrorOptions {
  /** The limit that was reached, in a sentence without names of files. */
  readonly limit?: string | null
}

/** The site cannot be built; the message names the file and the remedy. */
export class BuildError extends Error {
  override readonly name = 'BuildError'
  readonly path: string | null
  readonly line: number | null
  readonly column: number | null
  readonly key: string | null
  /** The limit that was reached, in a sentence without names of files; null for none. */
  readonly limit: string | null

  constructor(message: string, place: DiagnosticPlace = {}, options: BuildErrorOptions = {}) {
    super(message, options)
    this.path = place.path ?? null
    this.line = place.line ?? null
    this.column = place.column ?? null
    this.key = place.key ?? null
    this.limit = options.limit ?? null
  }
}
