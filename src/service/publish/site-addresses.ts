/**
 * Which addresses a site will have once it is published: those that are live without those that are gone, and those of
 * the index. All of it is known without a build; where it is not, an address counts as there.
 */

import { readFile } from 'node:fs/promises'
import { decoded } from '../../content/redirects.js'
import type { Change } from '../../git/diff/diff.js'
import type { Repository } from '../../git/repository.js'
import type { EntryFacts } from '../../model/entry.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import { createYielder, forEachYielding } from '../../system/yielding.js'
import type { StoredRelease } from './releases.js'

/** What is live, and what would be. */
export interface Publication {
  readonly siteId: string
  readonly repository: Repository
  /** Commit of the live release. */
  readonly from: string
  /** Commit that would be published. */
  readonly to: string
  readonly changes: readonly Change[]
  readonly live: Pick<StoredRelease, 'manifest' | 'fileOf'>
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/** Where a link is: address and path of its text. */
interface Place {
  readonly url: string
  readonly path: string
}

/** A link that would lead nowhere. */
interface Nowhere {
  /** Where it leads, without the base URL. */
  readonly url: string
  /** True if something is there now. */
  readonly isLost: boolean
}

/** What is known of the addresses after a publish. */
export interface SiteAddresses {
  /** True if a file that is live is still there, or there again, by another text. */
  isTaken(file: string): Promise<boolean>
  /** Null for a link that may lead somewhere. */
  findNowhere(link: string, place: Place): Promise<Nowhere | null>
}

interface AddressesInput {
  readonly publication: Publication
  /** Live files that the publish may take away. */
  readonly lost: ReadonlySet<string>
  /** Addresses of new redirects. */
  readonly redirects: readonly string[]
  /** The site's `baseurl`, without a slash at its end. */
  readonly baseUrl: string
}

type Index = Pick<SiteIndex, 'entriesBelow' | 'entryByPath'>

export function openAddresses(index: Index, input: AddressesInput): SiteAddresses {
  const { publication, lost, baseUrl } = input
  const { live, siteId, changes } = publication
  const redirected = new Set(input.redirects.flatMap(filesOf))
  // Read only if something seems to be missing.
  const indexed = once(() => indexedFiles(index, publication))
  const generated = once(async () => findGenerated(publication, lost, await indexed()))
  const isTaken = async (file: string) => redirected.has(file) || (await indexed()).has(file)
  const isThere = async (url: string) => {
    const files = filesOf(url)
    if (files.some((file) => (live.manifest.has(file) && !lost.has(file)) || redirected.has(file)))
      return true
    // `jekyll-relative-links` and some templates lead to a file by its path.
    const entry = index.entryByPath(siteId, decoded(url).slice(1))
    if (entry !== null && isPublished(entry, publication.now)) return true
    const known = await indexed()
    return files.some((file) => known.has(file))
  }
  // With other settings or plugins, a build makes other pages.
  const isSureOfRest = !changes.some(({ path }) => /^(?:_config\.|Gemfile|_plugins\/)/.test(path))
  return {
    isTaken,
    async findNowhere(link, place) {
      const [url, ...others] = addressesOf(link, place, baseUrl)
      if (url === undefined) return null
      for (const one of [url, ...others]) if (await isThere(one)) return null
      const files = filesOf(url)
      if (files.some((file) => lost.has(file))) return { url, isLost: true }
      if (!isSureOfRest) return null
      const isMade = await generated()
      return files.some(isMade) ? null : { url, isLost: false }
    },
  }
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => (made ??= make())
}

/** What a link can mean, first what it says: an address, one below the base URL, or a path of the sources. */
function addressesOf(link: string, { url, path }: Place, baseUrl: string): string[] {
  const found = [url, `/${path}`].flatMap((base) => {
    const address = URL.parse(link, `http://site${base}`)?.pathname
    if (address === undefined) return []
    if (baseUrl === '' || !link.startsWith('/')) return [address]
    if (address === baseUrl) return ['/']
    return address.startsWith(`${baseUrl}/`) ? [address.slice(baseUrl.length)] : [address]
  })
  return [...new Set(found)]
}

/**
 * True if builds have a text or file, now or from a moment to come.
 *
 * @param now milliseconds since the Unix epoch
 */
export function isPublished(
  { visibility, url, liveUntil }: Pick<EntryFacts, 'visibility' | 'url' | 'liveUntil'>,
  now: number,
): boolean {
  return visibility === 'visible' && url !== null && (liveUntil === null || liveUntil > now)
}

/** The built files that an address can mean: for `/a`, `a`, `a.html` and `a/index.html`. */
export function filesOf(url: string): readonly string[] {
  const name = decoded(url).replace(/^\/+/, '')
  if (name === '' || name.endsWith('/')) return [`${name}index.html`]
  return [name, `${name}.html`, `${name}/index.html`]
}

/** The files of everything in the index that a build has, by their addresses. Reads the whole index, in steps. */
async function indexedFiles(
  index: Index,
  { siteId, now }: Publication,
): Promise<ReadonlySet<string>> {
  const files = new Set<string>()
  await forEachYielding(await index.entriesBelow(siteId, ''), (entry) => {
    if (entry.url === null || !isPublished(entry, now)) return
    for (const file of filesOf(entry.url)) files.add(file)
  })
  return files
}

/**
 * Makes a function that says of a file whether the builder may make it, though no text of the site says so: pages of
 * archives, tags and lists are made together, so where some are live, more may come.
 */
async function findGenerated(
  { live }: Publication,
  lost: ReadonlySet<string>,
  indexed: ReadonlySet<string>,
): Promise<(file: string) => boolean> {
  const redirects = new Set((await liveRedirects(live)).flatMap(filesOf))
  const yieldIfDue = createYielder()
  const places = new Set<string>()
  for (const file of live.manifest.keys()) {
    await yieldIfDue()
    const isKnown = indexed.has(file) || lost.has(file) || redirects.has(file)
    if (file.endsWith('.html') && !isKnown) places.add(placeOf(file))
  }
  return (file) => places.has(placeOf(file))
}

const REDIRECTS = 'redirects.json'
const MAX_REDIRECTS_BYTES = 1024 * 1024

/** The addresses that redirects of the live release have. */
async function liveRedirects({ manifest, fileOf }: Publication['live']): Promise<string[]> {
  const size = manifest.get(REDIRECTS)?.size ?? Infinity
  if (size > MAX_REDIRECTS_BYTES) return []
  try {
    return Object.keys(Object(JSON.parse(await readFile(fileOf(REDIRECTS), 'utf8'))))
  } catch {
    // A file of the site's own, which may be anything.
    return []
  }
}

/** The folder in which a page is; in the root its name, but for numbers. */
function placeOf(file: string): string {
  const page = file.replace(/(?:\/index)?\.html$/, '')
  const folder = page.slice(0, page.lastIndexOf('/') + 1)
  return folder === '' ? page.replace(/\d+/g, '#') : folder
}
