/**
 * Gives js-yaml's events for YAML that libyaml accepts.
 *
 * js-yaml refuses some forms that real sites use. If it refuses a text, the text is rewritten (`lenient.ts`) and parsed
 * again. The rewritten text keeps all offsets and, inside brackets, the values. Quoted scalars must be read from the
 * source.
 */

import { parseEvents, YAMLException, type Event } from 'js-yaml'
import { lenientYaml } from './lenient.js'

export interface YamlEvents {
  readonly events: readonly Event[]
  /** The parsed text, with the same offsets as `source`; plain scalars must be read from it. */
  readonly text: string
  /** As written; quoted scalars must be read from it, so that their lines fold. */
  readonly source: string
}

/** The events of the first document. @throws js-yaml's error for invalid YAML and for nesting beyond `maxDepth` */
export function readEvents(source: string, maxDepth: number): YamlEvents {
  try {
    return { events: firstDocument(source, maxDepth), text: source, source }
  } catch (error) {
    const text = lenientYaml(source)
    if (text === source || !(error instanceof YAMLException)) throw error
    // An error that remains is the one to report.
    return { events: firstDocument(text, maxDepth), text, source }
  }
}

/**
 * Psych stops at the end of the first document (`YAML.parse`), and libyaml reports that end before it reads on. So
 * errors after the first document do not count. A document in brackets ends with them, others end at a marker.
 */
function firstDocument(text: string, maxDepth: number): readonly Event[] {
  try {
    return parseEvents(text, { maxDepth })
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const end = Math.min(markedEnd(text), bracketsEnd(text, error))
    if (end === Infinity) throw error
    return parseEvents(text.slice(0, end), { maxDepth })
  }
}

const MARKER = /^(?:---|\.\.\.)(?=[ \t\r\n]|$)/gm

/** Where a marker ends the first document; `Infinity` without one. */
function markedEnd(text: string): number {
  for (const { index } of text.matchAll(MARKER)) {
    if (index > 0 && !isPrologue(text.slice(0, index))) return index
  }
  return Infinity
}

/** True for a text of only directives, comments and blank lines. */
function isPrologue(text: string): boolean {
  return text.split('\n').every((line) => /^(?:[#%]|\s*(?:#|$))/.test(line))
}

/** Where the brackets around the first document end, if something follows them; otherwise `Infinity`. */
function bracketsEnd(text: string, { mark, reason }: YAMLException): number {
  return reason === FOLLOWED && hasEnd(text) ? (mark?.position ?? 0) : Infinity
}

/** js-yaml's reason if something follows a document. */
const FOLLOWED = 'end of the stream or a document separator is expected'

/** Brackets, quotes, and what is indented from its first line on. */
function hasEnd(text: string): boolean {
  for (const line of text.split('\n')) {
    const first = line.replace(/^---/, '').trim()
    if (first !== '' && !first.startsWith('#'))
      return /^[[{"']/.test(first) || (line.startsWith(' ') && /^[^&*!|>%@`]/.test(first))
  }
  return false
}
