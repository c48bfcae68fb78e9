/**
 * Which documents and pages name a file: by its path, its address on the site, or, where no other file
 * is called so, by its name alone. Looked for in their text and front matter; what templates,
 * includes, styles and programs name is not known here.
 *
 * What each text names is remembered by the text's version, so that a commit costs what it changed.
 */

import type { Entry } from '../../model/entry.js'
import type { EntryHead, SiteIndex } from '../../store/index/site-index.js'
import { createTurns } from '../../system/turns.js'

/** A file, as far as texts can name it. */
type NamedFile = Pick<Entry, 'path' | 'url'>

/** What names what on one site, at one commit. */
interface SiteMentions {
  /** Texts that name a file, by their paths. */
  of(file: NamedFile): Iterable<EntryHead>
}

export interface Mentions {
  /** Looks through what has changed since it was asked last. */
  on(siteId: string): Promise<SiteMentions>
}

/** Names in one text, and their length, that are kept. */
const MOST_NAMES = 500
const LONGEST_NAME = 1024
/** Sites that are remembered. */
const MOST_SITES = 20

interface Known {
  readonly commit: string | null
  /** By id of the text. */
  readonly names: ReadonlyMap<string, TextNames>
  readonly mentions: SiteMentions
}

interface TextNames {
  readonly oid: string
  readonly names: readonly string[]
}

type Index = Pick<SiteIndex, 'commitOf' | 'entriesBelow' | 'entryById'>

export function createMentions(index: Index): Mentions {
  const sites = new Map<string, Promise<Known>>()
  const look = async (siteId: string, before: Known | null): Promise<Known> => {
    const commit = index.commitOf(siteId)
    if (before && before.commit === commit) return before
    const heads = await index.entriesBelow(siteId, '')
    const texts = heads.filter(({ kind }) => kind === 'document' || kind === 'page')
    const names = await namesOf(index, texts, before?.names ?? new Map())
    return { commit, names, mentions: await mentionsOf(heads, names) }
  }
  return {
    async on(siteId) {
      // One after the other: the second finds what the first has seen.
      const before = sites.get(siteId)?.catch(() => null) ?? Promise.resolve(null)
      const now = before.then((known) => look(siteId, known))
      sites.delete(siteId)
      sites.set(siteId, now)
      const [oldest] = sites.keys()
      if (sites.size > MOST_SITES && oldest !== undefined) sites.delete(oldest)
      return (await now).mentions
    },
  }
}

async function namesOf(
  index: Index,
  texts: readonly EntryHead[],
  before: ReadonlyMap<string, TextNames>,
): Promise<Map<string, TextNames>> {
  const others = createTurns()
  const found = new Map<string, TextNames>()
  for (const { id, oid } of texts) {
    const known = before.get(id)
    if (known?.oid === oid) {
      found.set(id, known)
      continue
    }
    await others()
    const text = index.entryById(id)?.text
    if (text) found.set(id, { oid, names: [...namesIn(text)] })
  }
  return found
}

/** Names of files in a text and its front matter, as they stand there but for percent-encoding. */
export function namesIn(text: { readonly body: string; readonly metadata: unknown }): Set<string> {
  const names = new Set<string>()
  const add = (word: string) => {
    const name = names.size < MOST_NAMES ? nameIn(word) : null
    if (name !== null) names.add(name)
  }
  for (const value of textsIn(text.metadata)) {
    add(value)
    for (const word of wordsWithDots(value)) add(word)
  }
  for (const word of wordsWithDots(text.body)) add(word)
  return names
}

/** Around words: quotes, brackets and blanks of Markdown, HTML and Liquid. */
const BETWEEN: ReadonlySet<string> = new Set(' \t\n\r\f\v\u00a0"\'()<>[]{}|\\^`,;')

/** Words with a dot inside, found by their dots: most words have none, and texts are long. */
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
  if (word.length > LONGEST_NAME) return null
  const end = word.search(/[?#]/)
  const whole = (end < 0 ? word : word.slice(0, end)).trim().replace(/^\*+/, '')
  const bare = whole.slice(0, lengthWithout(whole, '.:!*_~'))
  if (!ENDING.test(bare)) return null
  const host = /^(?:[a-z]{2,10}:)?\/\/[^/]*/i.exec(bare)?.[0] ?? ''
  const path = bare.slice(host.length)
  return path === '' ? null : decoded(path).normalize('NFC')
}

/** Length of a text without certain characters at its end. */
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

/** All texts in a JSON value. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) yield* textsIn(one)
  }
}

interface Mention {
  readonly text: EntryHead
  readonly name: string
}

async function mentionsOf(
  heads: readonly EntryHead[],
  names: ReadonlyMap<string, TextNames>,
): Promise<SiteMentions> {
  const others = createTurns()
  const byName = new Map<string, Mention[]>()
  const files = new Map<string, number>()
  for (const text of heads) {
    await others()
    if (text.kind === 'file') files.set(lastOf(text.path), (files.get(lastOf(text.path)) ?? 0) + 1)
    for (const name of names.get(text.id)?.names ?? []) {
      const those = byName.get(lastOf(name))
      if (those) those.push({ text, name })
      else byName.set(lastOf(name), [{ text, name }])
    }
  }
  return {
    *of(file) {
      const isOnly = files.get(lastOf(file.path)) === 1
      let last: EntryHead | null = null
      // What one text names stands together.
      for (const mention of byName.get(lastOf(file.path.normalize('NFC'))) ?? []) {
        if (mention.text === last || !isNamed(file, mention, isOnly)) continue
        last = mention.text
        yield last
      }
    },
  }
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function isNamed(file: NamedFile, { text, name }: Mention, isOnly: boolean): boolean {
  if (!name.includes('/')) {
    return isOnly || isPlace(file, inFolderOf(text.url ?? text.path, name))
  }
  const path = name.replace(/^\//, '')
  if (isPlace(file, path)) return true
  // Behind the site's base URL, or another host's prefix.
  if (places(file).some((place) => place.includes('/') && path.endsWith(`/${place}`))) return true
  return !name.startsWith('/') && isPlace(file, inFolderOf(text.url ?? text.path, name))
}

function isPlace(file: NamedFile, path: string): boolean {
  return places(file).includes(path)
}

/** From the root of the source and of the site, without a slash in front. */
function places({ path, url }: NamedFile): readonly string[] {
  const places = url === null ? [path] : [path, decoded(url).replace(/^\//, '')]
  return places.map((place) => place.normalize('NFC'))
}

/** A relative path as the text at a place means it. */
function inFolderOf(place: string, path: string): string {
  const segments = place.replace(/^\//, '').split('/').slice(0, -1)
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '.' && segment !== '') segments.push(segment)
  }
  return segments.join('/')
}
