/**
 * Finds the documents and pages that refer to a file: by its path, its URL, or, if the name is unique, by its name
 * alone. It searches texts and front matter; references in templates, includes, styles and scripts are not found.
 *
 * The references of each text are cached by version, so a commit costs only what it changed. Everything has a limit,
 * because texts can contain anything; what exceeds a limit is not found.
 */

import type { EntryHead, SiteIndex } from '../../store/index/site-index.js'
import { createYielder } from '../../system/yielding.js'
import { toNfc } from '../../model/normal-form.js'

/** The references of a site at one commit. */
interface SiteMentions {
  /** Texts that refer to the file at a path, by path; the first thousand. */
  of(path: string): readonly EntryHead[]
}

export interface Mentions {
  /** Updates the references with everything that changed since the last call. */
  on(siteId: string): Promise<SiteMentions>
}

/** Characters of a text that are searched, front matter first. */
const MAX_CHARACTERS = 100_000
/** Limits for the names in a text: number and length. */
const MAX_NAMES = 500
const MAX_NAME = 1024
/** Most folders of a path. */
const MAX_FOLDERS = 32
/** Most files with the same place: those of several collections can have the same URL. */
const MAX_FILES_AT_PLACE = 8
/** Most texts per file, and in all per site. */
const MAX_TEXTS_OF_FILE = 1000
const MAX_TEXTS_OF_FILES = 2_000_000
/** Limits in characters: names of a site, and all sites together. */
const MAX_WEIGHT_OF_SITE = 32_000_000
const MAX_WEIGHT = 96_000_000
/** Additional weight of a name, and of a text, beyond their characters. */
const NAME_WEIGHT = 24
const TEXT_WEIGHT = 8

interface Known {
  readonly commit: string | null
  /** By text id. */
  readonly names: ReadonlyMap<string, TextNames>
  readonly mentions: SiteMentions
  readonly weight: number
}

interface TextNames {
  readonly oid: string
  readonly names: readonly string[]
}

type Index = Pick<SiteIndex, 'commitOf' | 'entriesBelow' | 'entryById'>

/** @param maxWeight limit of all cached sites; the last used one is always kept */
export function createMentions(index: Index, maxWeight = MAX_WEIGHT): Mentions {
  const sites = new Map<string, Promise<Known>>()
  const weights = new Map<string, number>()
  const look = async (siteId: string, before: Known | null): Promise<Known> => {
    const commit = index.commitOf(siteId)
    if (before && before.commit === commit) return before
    const heads = await index.entriesBelow(siteId, '')
    const { names, weight } = await namesOf(index, heads.filter(isText), before?.names ?? new Map())
    const { textsOf, total } = await textsByFile(heads, names)
    const mentions: SiteMentions = { of: (path) => textsOf.get(path) ?? [] }
    return { commit, names, mentions, weight: weight + total * TEXT_WEIGHT }
  }
  const forget = () => {
    let sum = [...weights.values()].reduce((one, other) => one + other, 0)
    for (const [siteId, weight] of [...weights].slice(0, -1)) {
      if (sum <= maxWeight) return
      sum -= weight
      weights.delete(siteId)
      sites.delete(siteId)
    }
  }
  return {
    async on(siteId) {
      // One at a time, so that the second call reuses the work of the first.
      const before = sites.get(siteId)?.catch(() => null) ?? Promise.resolve(null)
      const now = before.then((known) => look(siteId, known))
      sites.set(siteId, now)
      const { mentions, weight } = await now
      if (sites.get(siteId) === now) {
        weights.delete(siteId)
        weights.set(siteId, weight)
        forget()
      }
      return mentions
    },
  }
}

function isText({ kind }: EntryHead): boolean {
  return kind === 'document' || kind === 'page'
}

async function namesOf(
  index: Index,
  texts: readonly EntryHead[],
  before: ReadonlyMap<string, TextNames>,
): Promise<{ names: Map<string, TextNames>; weight: number }> {
  const yieldIfDue = createYielder()
  const found = new Map<string, TextNames>()
  let weight = 0
  for (const { id, oid } of texts) {
    if (weight >= MAX_WEIGHT_OF_SITE) break
    await yieldIfDue()
    const known = before.get(id)
    const named = known?.oid === oid ? known : { oid, names: readNames(index, id) }
    found.set(id, named)
    for (const name of named.names) weight += name.length + NAME_WEIGHT
    weight += NAME_WEIGHT
  }
  return { names: found, weight }
}

function readNames(index: Index, id: string): string[] {
  const text = index.entryById(id)?.text
  // Copied, because a substring keeps the whole string in memory.
  return text ? [...namesIn(text)].map((name) => Buffer.from(name).toString()) : []
}

/** File names in a text and its front matter, percent-decoded. */
export function namesIn(text: { readonly body: string; readonly metadata: unknown }): Set<string> {
  const names = new Set<string>()
  const add = (word: string) => {
    const name = nameIn(word)
    if (name !== null) names.add(name)
  }
  let rest = MAX_CHARACTERS
  for (const value of textsIn(text.metadata)) {
    add(value)
    for (const word of wordsWithDots(value.slice(0, rest))) {
      if (names.size >= MAX_NAMES) return names
      add(word)
    }
    rest -= value.length
    if (rest <= 0) return names
  }
  for (const word of wordsWithDots(text.body.slice(0, rest))) {
    if (names.size >= MAX_NAMES) return names
    add(word)
  }
  return names
}

/** Separators of words: quotes, brackets and blanks of Markdown, HTML and Liquid. */
const BETWEEN: ReadonlySet<string> = new Set(' \t\n\r\f\v\u00a0"\'()<>[]{}|\\^`,;')

/** Words that contain a dot, found by searching for dots: most words have none, and texts are long. */
function* wordsWithDots(text: string): Generator<string> {
  let done = 0
  for (let dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', Math.max(dot + 1, done))) {
    if (dot + 1 >= text.length || BETWEEN.has(text.charAt(dot + 1))) continue
    let start = dot
    while (start > done && !BETWEEN.has(text.charAt(start - 1))) start -= 1
    let end = dot + 1
    while (end < text.length && !BETWEEN.has(text.charAt(end))) end += 1
    done = end
    yield text.slice(start, end)
  }
}

const ENDING = /\.[a-z0-9]{1,10}$/i

function nameIn(word: string): string | null {
  if (word.length > MAX_NAME) return null
  const end = word.search(/[?#]/)
  const whole = (end < 0 ? word : word.slice(0, end)).trim().replace(/^\*+/, '')
  const bare = whole.slice(0, lengthWithout(whole, '.:!*_~'))
  if (!ENDING.test(bare)) return null
  const host = /^(?:[a-z]{2,10}:)?\/\/[^/]*/i.exec(bare)?.[0] ?? ''
  const path = bare.slice(host.length)
  return path === '' ? null : toNfc(decoded(path))
}

/** Length of a text without certain trailing characters. */
function lengthWithout(text: string, characters: string): number {
  let length = text.length
  while (length > 0 && characters.includes(text.charAt(length - 1))) length -= 1
  return length
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** All strings in a JSON value. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) yield* textsIn(one)
  }
}

interface TextsOfFiles {
  /** By file path. */
  readonly textsOf: ReadonlyMap<string, readonly EntryHead[]>
  /** Total over all files. */
  readonly total: number
}

/** Looks up each name among the places of files, instead of comparing it with every file. */
async function textsByFile(
  heads: readonly EntryHead[],
  names: ReadonlyMap<string, TextNames>,
): Promise<TextsOfFiles> {
  const yieldIfDue = createYielder()
  const files = await filesByPlace(heads, yieldIfDue)
  const textsOf = new Map<string, EntryHead[]>()
  let total = 0
  for (const text of heads) {
    await yieldIfDue()
    const named = new Set<string>()
    const place = text.url === null ? text.path : decoded(text.url)
    for (const name of names.get(text.id)?.names ?? []) {
      for (const path of files.namedBy(name, place)) named.add(path)
    }
    for (const path of named) {
      const texts = textsOf.get(path) ?? []
      if (texts.length >= MAX_TEXTS_OF_FILE || total >= MAX_TEXTS_OF_FILES) continue
      total += 1
      texts.push(text)
      textsOf.set(path, texts)
    }
  }
  return { textsOf, total }
}

interface FilesByPlace {
  /** @param place path or decoded URL of the text with the name */
  namedBy(name: string, place: string): Generator<string>
}

async function filesByPlace(
  heads: readonly EntryHead[],
  yieldIfDue: () => Promise<void>,
): Promise<FilesByPlace> {
  const byPlace = new Map<string, string[]>()
  /** The only file with a name; null if there are several. */
  const byName = new Map<string, string | null>()
  for (const { kind, path, url } of heads) {
    await yieldIfDue()
    if (kind !== 'file') continue
    const name = toNfc(lastOf(path))
    byName.set(name, byName.has(name) ? null : path)
    for (const place of placesOf(path, url)) {
      const files = byPlace.get(place) ?? []
      if (files.length < MAX_FILES_AT_PLACE) byPlace.set(place, [...files, path])
    }
  }
  return {
    *namedBy(name, place) {
      if (!name.includes('/')) {
        const only = byName.get(name)
        if (typeof only === 'string') yield only
        else yield* byPlace.get(inFolderOf(place, name)) ?? []
        return
      }
      const path = name.replace(/^\//, '')
      yield* byPlace.get(path) ?? []
      // After the site's base URL or another prefix.
      for (const end of endsOf(path)) yield* byPlace.get(end) ?? []
      if (!name.startsWith('/')) yield* byPlace.get(inFolderOf(place, name)) ?? []
    },
  }
}

/** The shorter ends of a path that still contain a folder: for `a/b/c/d.png`, `b/c/d.png` and `c/d.png`. */
function* endsOf(path: string): Generator<string> {
  let end = path.lastIndexOf('/')
  for (let count = 0; count < MAX_FOLDERS && end > 0; count += 1) {
    end = path.lastIndexOf('/', end - 1)
    if (end >= 0) yield path.slice(end + 1)
  }
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The paths of a file from the roots of source and site, without a leading slash. */
function placesOf(path: string, url: string | null): ReadonlySet<string> {
  const places = url === null ? [path] : [path, decoded(url).replace(/^\//, '')]
  return new Set(places.map((place) => toNfc(place)))
}

/** Resolves a relative path from the place of a text. */
function inFolderOf(place: string, path: string): string {
  const segments = place.replace(/^\//, '').split('/').slice(0, -1)
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '.' && segment !== '') segments.push(segment)
  }
  return segments.join('/')
}
