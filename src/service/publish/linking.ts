/** Finds what links somewhere: the texts that have changed, and whatever names an address that would be gone. */

import { cleanFolder, text as scalar } from '../../builder/base/settings.js'
import { DEFAULTS } from '../../builder/config.js'
import { linksIn } from '../../builder/links-in.js'
import { decoded } from '../../content/redirects.js'
import type { SiteConfig } from '../../content/site-config.js'
import type { Repository } from '../../git/repository.js'
import type { EntryFacts } from '../../model/entry.js'
import { MAX_SEARCH_PAGE } from '../../model/limits.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import { createYielder } from '../../system/yielding.js'
import type { GoneAddress } from './gone-addresses.js'
import { isPublished, type Publication } from './site-addresses.js'

/** A part of a list, and whether it is all of it. */
interface Some<Item> {
  readonly items: readonly Item[]
  readonly isComplete: boolean
}

/** Most changed texts whose links are looked at. */
const MAX_TEXTS = 200
/** Most addresses that are searched for, and texts that are found. */
const MAX_SEARCHED = 50
const MAX_FOUND = 500
/** Limits for templates and data: files, and bytes of each. */
const MAX_TEMPLATES = 300
const MAX_TEMPLATE_BYTES = 128 * 1024

/** The links of a text, as it is written. */
export function linksOf(
  { path, text }: Pick<EntryFacts, 'path' | 'text'>,
  { markdownExtensions }: Pick<SiteConfig, 'markdownExtensions'>,
): readonly string[] {
  if (text === null) return []
  const extension = /\.[^./]+$/.exec(path)?.[0].toLowerCase() ?? ''
  return linksIn(text.body, { isMarkdown: markdownExtensions.includes(extension) })
}

/** Paths of the texts that have changed and that visitors will see. */
export async function changedTexts(
  index: Pick<SiteIndex, 'entryByPath'>,
  { siteId, changes, now }: Publication,
): Promise<Some<string>> {
  const yieldIfDue = createYielder()
  const items: string[] = []
  for (const { path, after } of changes) {
    if (after === null) continue
    await yieldIfDue()
    const entry = index.entryByPath(siteId, path)
    if (!entry?.text || !isPublished(entry, now)) continue
    if (items.length >= MAX_TEXTS) return { items, isComplete: false }
    items.push(path)
  }
  return { items, isComplete: true }
}

interface Searching {
  readonly publication: Publication
  readonly gone: readonly GoneAddress[]
  /** Id of the user who asks. */
  readonly asker: string | undefined
}

/** Paths of the published texts with the words of an address that would be gone, each once. */
export async function textsNaming(
  index: Pick<SiteIndex, 'searchTexts'>,
  { publication: { siteId, now }, gone, asker }: Searching,
): Promise<Some<string>> {
  const found = new Set<string>()
  let isComplete = gone.length <= MAX_SEARCHED
  for (const { url } of gone.slice(0, MAX_SEARCHED)) {
    const q = (decoded(url).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')
    if (q === '') continue
    const scope = { wholeSites: [siteId], limitedSites: [], ownerKeys: [] }
    const window = { limit: MAX_SEARCH_PAGE, offset: 0 }
    const { rows, total } = await index.searchTexts({ q, ...scope, ...window, asker })
    isComplete &&= total <= rows.length
    for (const { entry } of rows) if (isPublished(entry, now)) found.add(entry.path)
  }
  return {
    items: [...found].slice(0, MAX_FOUND),
    isComplete: isComplete && found.size <= MAX_FOUND,
  }
}

/** A template or data file, and an address that it names. */
interface Naming {
  readonly path: string
  readonly url: string
}

/** The templates, includes, data files and settings that name an address that would be gone. */
export async function templatesNaming(
  { repository, to }: Publication,
  gone: readonly GoneAddress[],
  { raw }: SiteConfig,
): Promise<Some<Naming>> {
  const items: Naming[] = []
  if (gone.length === 0) return { items, isComplete: true }
  const snapshot = repository.snapshot(to)
  const folders = (['layouts_dir', 'includes_dir', 'data_dir'] as const).flatMap(
    (key) => cleanFolder(scalar(raw.get(key)) ?? DEFAULTS[key]) || [],
  )
  const lists = await Promise.all(folders.map((folder) => snapshot.entries(folder)))
  const settings = await snapshot.entry('_config.yml')
  const files = [...lists.flat(), ...(settings ? [settings] : [])]
  const patterns = gone.slice(0, MAX_SEARCHED).map(({ url }) => ({ url, names: namesOf(url) }))
  const yieldIfDue = createYielder()
  for (const { path, oid, mode } of files.slice(0, MAX_TEMPLATES)) {
    await yieldIfDue()
    if (!mode.startsWith('100')) continue
    const text = await textOf(repository, oid)
    for (const { url, names } of patterns) if (names(text)) items.push({ path, url })
  }
  return { items, isComplete: files.length <= MAX_TEMPLATES && gone.length <= MAX_SEARCHED }
}

async function textOf(repository: Repository, oid: string): Promise<string> {
  return (await repository.readBlobStart(oid, MAX_TEMPLATE_BYTES)).data.toString('utf8')
}

/** What stands before and after an address in quotes, Markdown, Liquid and YAML. */
const BEFORE = /[\s"'(=}]/
const AFTER = /[\s"')?#<{]/

/** Makes a function that says of a text whether it has an address as a whole word. */
function namesOf(url: string): (text: string) => boolean {
  const short = url.length > 1 && url.endsWith('/') ? url.slice(0, -1) : url
  return (text) => {
    for (let at = text.indexOf(short); at >= 0; at = text.indexOf(short, at + 1)) {
      const isBegun = at === 0 || BEFORE.test(text.charAt(at - 1))
      const end = text.startsWith(url, at) ? at + url.length : at + short.length
      if (isBegun && (end === text.length || AFTER.test(text.charAt(end)))) return true
    }
    return false
  }
}
