/**
 * Three-way merge of two edits of a text: front matter key by key, bodies and other texts by line, as git does. If both
 * sides changed the same thing differently, the result is a list of conflicts without a text.
 *
 * @see src/http/README.md (Conventions), "Two editors, one document"
 */

import { MAX_MERGED_LINES } from '../model/limits.js'
import { DOCUMENT_FIELDS } from './document.js'
import { ContentError } from './error.js'
import { editFrontMatter } from './front-matter/edit.js'
import { type FrontMatter, readFrontMatter } from './front-matter/read.js'
import { splitFrontMatter } from './front-matter/split.js'
import { mergeParts } from './merge-parts.js'
import { hasMoreLines } from './text-length.js'
import { equalValues, keyToText, type YamlMap, type YamlValue } from './yaml/value.js'

interface MergedText {
  /** Null when there is a conflict. */
  readonly text: string | null
  /** The ranges that both changed, such as `lines 3 to 5` of the base. */
  readonly conflicts: readonly string[]
}

export interface MergedDocument {
  /** Null when there is a conflict. */
  readonly text: string | null
  /** Fields of the API: `title`, `tags`, `metadata.author`, `body`. */
  readonly conflicts: readonly string[]
}

/**
 * Merges by line. Changes that touch each other are a conflict unless they are equal. In long texts, it is also a
 * conflict if there are more than `MAX_MERGED_LINES` lines from the first change to the last.
 */
export function mergeText(base: string, ours: string, theirs: string): MergedText {
  if (ours === theirs || theirs === base) return { text: ours, conflicts: [] }
  if (ours === base) return { text: theirs, conflicts: [] }
  const texts = [base, ours, theirs]
  if (texts.every(isShort)) return mergeLines({ base, ours, theirs }, 0)
  const { head, middles, tail } = commonEnds(texts)
  const [baseMiddle = '', ourMiddle = '', theirMiddle = ''] = middles
  const before = head.split('\n').length - 1
  if (!middles.every(isShort)) {
    const last = before + splitLines(baseMiddle).length
    return { text: null, conflicts: [`lines ${before + 1} to ${last}`] }
  }
  const middle = { base: baseMiddle, ours: ourMiddle, theirs: theirMiddle }
  const { text, conflicts } = mergeLines(middle, before)
  return { text: text === null ? null : head + text + tail, conflicts }
}

const isShort = (text: string) => !hasMoreLines(text, MAX_MERGED_LINES)

interface Texts {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** @param before number of lines before the texts, for the line numbers of conflicts */
function mergeLines({ base, ours, theirs }: Texts, before: number): MergedText {
  const parts = mergeParts({
    base: splitLines(base),
    ours: splitLines(ours),
    theirs: splitLines(theirs),
  })
  const conflicts = parts
    .filter(({ merged }) => merged === null)
    .map(({ from, to }) => `lines ${before + from + 1} to ${before + Math.max(to, from + 1)}`)
  const text = parts.map(({ merged }) => merged ?? '').join('')
  return { text: conflicts.length > 0 ? null : text, conflicts }
}

/** Lines with their line ends, so that joining them gives the same bytes. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]+\n?|\n/g) ?? []
}

/**
 * Merges two versions of a file of any kind: as documents if both have front matter, else by line. If one side has
 * removed the front matter, there are no keys to merge.
 */
export function mergeFiles(base: string, ours: string, theirs: string): MergedText {
  const areDocuments = [ours, theirs].every((text) => splitFrontMatter(text) !== null)
  return (areDocuments ? mergeDocuments : mergeText)(base, ours, theirs)
}

interface Change {
  readonly key: string
  /** Undefined if the key is removed. */
  readonly value: YamlValue | undefined
}

/**
 * Merges two edits of a document: applies the changes of `theirs` to the bytes of `ours`. If the front matter of one is
 * invalid, merges the whole texts by line and reports any conflict as one of `body`.
 */
export function mergeDocuments(base: string, ours: string, theirs: string): MergedDocument {
  if (ours === theirs || theirs === base) return { text: ours, conflicts: [] }
  if (ours === base) return { text: theirs, conflicts: [] }
  const [old, our, their] = [base, ours, theirs].map((text) => readFrontMatter(text))
  if (!old || !our || !their) return { text: null, conflicts: ['body'] }
  if (old.error ?? our.error ?? their.error) return mergeAsText(base, ours, theirs)
  const { changes, conflicts } = mergeKeys(old.data, our.data, their.data)
  const body = mergeText(old.body, our.body, their.body)
  if (body.text === null) conflicts.push('body')
  if (body.text === null || conflicts.length > 0) return { text: null, conflicts }
  return applyEdit(ours, our, { changes, body: body.text === our.body ? undefined : body.text })
}

function mergeAsText(base: string, ours: string, theirs: string): MergedDocument {
  const { text } = mergeText(base, ours, theirs)
  return { text, conflicts: text === null ? ['body'] : [] }
}

interface MergedEdit {
  readonly changes: readonly Change[]
  readonly body: string | undefined
}

function applyEdit(ours: string, read: FrontMatter, { changes, body }: MergedEdit): MergedDocument {
  const set = new Map<string, YamlValue>()
  const remove: string[] = []
  for (const { key, value } of changes) {
    if (value === undefined) remove.push(key)
    else set.set(key, value)
  }
  try {
    const edit = { set, remove, read, ...(body !== undefined && { body }) }
    return { text: editFrontMatter(ours, edit), conflicts: [] }
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    return { text: null, conflicts: changes.map(({ key }) => fieldOf(key)) }
  }
}

function mergeKeys(base: YamlMap, ours: YamlMap, theirs: YamlMap) {
  const changes: Change[] = []
  const conflicts: string[] = []
  const keys = new Set([...base.keys(), ...theirs.keys()])
  for (const key of keys) {
    const [before, our, their] = [base.get(key), ours.get(key), theirs.get(key)]
    if (isSame(before, their) || isSame(our, their)) continue
    const name = keyToText(key)
    if (isSame(before, our)) changes.push({ key: name, value: their })
    else conflicts.push(fieldOf(name))
  }
  return { changes, conflicts }
}

function isSame(a: YamlValue | undefined, b: YamlValue | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return equalValues(a, b)
}

/** The API field of a front-matter key. */
function fieldOf(key: string): string {
  if (key === 'published') return 'visibility'
  return DOCUMENT_FIELDS.includes(key) ? key : `metadata.${key}`
}

interface CommonEnds {
  readonly head: string
  /** For each text, what is between `head` and `tail`. */
  readonly middles: readonly string[]
  readonly tail: string
}

/** Splits texts into common first lines, different middles, and common last lines. @param texts at least one */
function commonEnds(texts: readonly string[]): CommonEnds {
  const [first = '', ...others] = texts
  const shortest = Math.min(...texts.map(({ length }) => length))
  let head = 0
  while (head < shortest && isShared(first.charCodeAt(head), others, head)) head++
  // Back to the last whole line.
  head = first.lastIndexOf('\n', head - 1) + 1
  let tail = 0
  while (head + tail < shortest && isSharedAtEnd(first, others, tail + 1)) tail++
  // The tail may begin inside a line: forward to the next one.
  const end = first.indexOf('\n', first.length - tail)
  tail = end < 0 ? 0 : first.length - end - 1
  return {
    head: first.slice(0, head),
    middles: texts.map((text) => text.slice(head, text.length - tail)),
    tail: first.slice(first.length - tail),
  }
}

function isShared(code: number, others: readonly string[], at: number): boolean {
  return others.every((text) => text.charCodeAt(at) === code)
}

function isSharedAtEnd(first: string, others: readonly string[], back: number): boolean {
  const code = first.charCodeAt(first.length - back)
  return others.every((text) => text.charCodeAt(text.length - back) === code)
}
