/**
 * Parses and edits long YAML in a worker thread, because it takes tens of milliseconds and would block the
 * event loop for all other requests. Short YAML is handled here at once.
 *
 * All applications of a process share one thread: it keeps nothing from one question to the next.
 */

import { readDataFile, type DataReading } from '../../../content/data/data-file.js'
import {
  frontMatterOf,
  longFrontMatter,
  readFrontMatter,
  type FrontMatter,
} from '../../../content/front-matter/read.js'
import type { MergedDocument } from '../../../content/merge.js'
import {
  longSiteConfig,
  readSiteConfig,
  siteConfigOf,
  type SiteConfig,
} from '../../../content/site-config.js'
import { isLongYaml } from '../../../content/text-length.js'
import type { ParsedYaml, YamlSource } from '../../../content/yaml/parse.js'
import type { Repository } from '../../../git/repository.js'
import { siteIdOf } from '../folders.js'
import { dataFrom, mergeFrom, parsedFrom, textFrom } from './outcomes.js'
import {
  changedYaml,
  mergedYaml,
  type DataSource,
  type Sides,
  type YamlChange,
  type YamlMerge,
} from './work.js'
import { createYamlThread, type YamlTurn } from './yaml-thread.js'

const thread = createYamlThread()

/** Ends the thread when an application closes. If another one still needs it, it starts again. */
export const endYamlThread = (): Promise<void> => thread.end()

/** Marks work for commits that exist already: it is never refused, because the index must follow every commit. */
export function ownWork({ gitDir }: Pick<Repository, 'gitDir'>): YamlTurn {
  return { siteId: siteIdOf(gitDir), isOwnWork: true }
}

/**
 * Parses the front matter of a text.
 *
 * @throws GalleyError, except for the server's own work: `unavailable` if too much waits or the thread fails
 *   repeatedly, `validation_failed` if it takes too long
 */
export async function frontMatterIn(text: string, turn: YamlTurn): Promise<FrontMatter> {
  const long = longFrontMatter(text)
  return long === null ? readFrontMatter(text) : frontMatterOf(text, await read(long, turn))
}

/** Parses a `_config.yml`. Throws like {@link frontMatterIn}. */
export async function siteConfigIn(text: string, turn: YamlTurn): Promise<SiteConfig> {
  const long = longSiteConfig(text)
  return long === null ? readSiteConfig(text) : siteConfigOf(await read(long, turn))
}

/** Reads a data file of any format. Throws like {@link frontMatterIn}. */
export async function dataFileIn(
  source: Omit<DataSource, 'kind'>,
  turn: YamlTurn,
): Promise<DataReading> {
  if (!isLongYaml(source.text)) return readDataFile(source.text, source.format)
  return dataFrom(await thread.ask(turn, { kind: 'read data', ...source }))
}

/** Merges two edits of a document. Throws like {@link frontMatterIn}. */
export function merged(sides: Sides, turn: YamlTurn): Promise<MergedDocument> {
  return mergedBy({ kind: 'merge documents', ...sides }, turn)
}

/** Merges two versions of any file; null for a conflict. */
export async function mergedFile(sides: Sides, turn: YamlTurn): Promise<string | null> {
  return (await mergedBy({ kind: 'merge files', ...sides }, turn)).text
}

/** Applies a change. @throws ContentError like the functions of `content/`; else like {@link frontMatterIn} */
export async function changed(change: YamlChange, turn: YamlTurn): Promise<string> {
  if (!isLong(change)) return changedYaml(change)
  return textFrom(await thread.ask(turn, bare(change)))
}

async function mergedBy(merge: YamlMerge, turn: YamlTurn): Promise<MergedDocument> {
  const isLong = [merge.base, merge.ours, merge.theirs].some((text) => longFrontMatter(text))
  if (!isLong) return mergedYaml(merge)
  return mergeFrom(await thread.ask(turn, merge), { merge, turn })
}

async function read(source: YamlSource, turn: YamlTurn): Promise<ParsedYaml> {
  const outcome = await thread.ask(turn, { kind: 'read', read: source })
  return parsedFrom(outcome, { source, turn })
}

/** The thread parses the text itself: sending the parsed form would take longer. */
function bare(change: YamlChange): YamlChange {
  if (change.kind !== 'front matter') return change
  const { read: _, ...edit } = change.edit
  return { ...change, edit }
}

function isLong(change: YamlChange): boolean {
  switch (change.kind) {
    case 'new':
      return isMuch(change.data)
    case 'front matter':
      return isMuch(change.edit.set) || longFrontMatter(change.text) !== null
    case 'data':
      // The text is read again for each edit.
      return isLongYaml(change.text) || change.text.length * change.edits.length > MUCH
    case 'site':
    case 'collection':
      return isMuch(change.edit) || longSiteConfig(change.text) !== null
    case 'removed':
    case 'renamed':
      return longSiteConfig(change.text) !== null
  }
}

/** Characters of new values; each value also counts as some. */
const MUCH = 8000
const A_VALUE = 16

/** True if the values take long to write as YAML. */
function isMuch(values: unknown): boolean {
  const left = [values]
  let characters = 0
  while (left.length > 0) {
    const value = left.pop()
    characters += A_VALUE + (typeof value === 'string' ? value.length : 0)
    for (const one of insideOf(value)) left.push(one)
    if (characters + left.length * A_VALUE > MUCH) return true
  }
  return false
}

function insideOf(value: unknown): Iterable<unknown> {
  if (typeof value !== 'object' || value === null) return []
  if (value instanceof Map) return [...value].flat()
  return Array.isArray(value) ? value : Object.values(value)
}
