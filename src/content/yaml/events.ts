/**
 * js-yaml's events for what libyaml takes for YAML.
 *
 * js-yaml is stricter in some things that real sites do (`lenient.ts`): a text that it refuses is read
 * again in a form that it takes, which keeps every offset and, inside brackets, the value; what stands
 * in quotes is read from the source.
 */

import { parseEvents, YAMLException, type Event } from 'js-yaml'
import { lenientYaml } from './lenient.js'

export interface YamlEvents {
  readonly events: readonly Event[]
  /** As long as the source, offset by offset; plain scalars are to be read from this text. */
  readonly text: string
  /** As written; quoted scalars are to be read from it, so that their lines fold. */
  readonly source: string
}

/** Throws what js-yaml throws for a text that is no YAML or nests deeper than `maxDepth`. */
export function readEvents(source: string, maxDepth: number): YamlEvents {
  try {
    return { events: firstDocument(source, maxDepth), text: source, source }
  } catch (error) {
    const text = lenientYaml(source)
    if (text === source || !(error instanceof YAMLException)) throw error
    // What is still wrong is what is wrong.
    return { events: firstDocument(text, maxDepth), text, source }
  }
}

/**
 * libyaml says that a document ends before it looks at what follows, and Psych asks no further (`YAML.parse` returns at
 * the end of the first document): what is wrong behind it is not seen. A document in brackets ends with them, others end
 * at a marker.
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

/** If nothing but directives, comments and blank lines stands there. */
function isPrologue(text: string): boolean {
  return text.split('\n').every((line) => /^(?:[#%]|\s*(?:#|$))/.test(line))
}

/** Where brackets end the first document, if it is in such and something follows; otherwise `Infinity`. */
function bracketsEnd(text: string, { mark, reason }: YAMLException): number {
  return reason === FOLLOWED && isInBrackets(text) ? (mark?.position ?? 0) : Infinity
}

/** js-yaml's reason where something follows a document. */
const FOLLOWED = 'end of the stream or a document separator is expected'

function isInBrackets(text: string): boolean {
  for (const line of text.split('\n')) {
    const first = line.replace(/^---/, '').trim()
    if (first !== '' && !first.startsWith('#')) return /^[[{]/.test(first)
  }
  return false
}
