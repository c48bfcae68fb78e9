/**
 * js-yaml's events for what libyaml takes for YAML.
 *
 * js-yaml is stricter in one thing that real sites do: a line inside brackets or quotes must be
 * indented, so `tags: [\n  a\n]` is an error to it. Such a line is joined with the one before by
 * turning its line end into a blank, which keeps every offset and, inside brackets, the value; what
 * stands in quotes is read from the source.
 */

import { parseEvents, YAMLException, type Event } from 'js-yaml'

export interface YamlEvents {
  readonly events: readonly Event[]
  /** As long as the source, offset by offset; plain scalars are to be read from this text. */
  readonly text: string
  /** As written; quoted scalars are to be read from it, so that their lines fold. */
  readonly source: string
}

/** Characters read again in all, so that hostile text cannot make this quadratic. */
const MOST_WORK = 4 * 1024 * 1024

/** Throws what js-yaml throws for a text that is no YAML or nests deeper than `maxDepth`. */
export function readEvents(source: string, maxDepth: number): YamlEvents {
  let text = source
  for (let work = 0; ; work += text.length) {
    try {
      return { events: parseEvents(text, { maxDepth }), text, source }
    } catch (error) {
      const joined = work > MOST_WORK ? null : joinLine(text, error)
      if (joined === null) throw error
      text = joined
    }
  }
}

/** js-yaml has no codes: its reason is the one thing that tells this error from others. */
function joinLine(text: string, error: unknown): string | null {
  if (!(error instanceof YAMLException) || error.reason !== 'deficient indentation') return null
  const position = error.mark?.position ?? 0
  const newline = text.lastIndexOf('\n', position - 1)
  if (newline < 0 || text.slice(newline, position).trim() !== '') return null
  const start = text.lastIndexOf('\n', newline - 1) + 1
  const line = text.slice(start, newline)
  const isQuoting = /["']/.test(line)
  const bare = isQuoting ? line.replace(/\r$/, ' ') : line.replace(/(^|\s)#.*$|\r$/, blanks)
  return `${text.slice(0, start)}${bare} ${text.slice(newline + 1)}`
}

function blanks(text: string): string {
  return ' '.repeat(text.length)
}
