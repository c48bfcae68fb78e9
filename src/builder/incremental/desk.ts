/**
 * A site in memory for looking at single pages: read, with what generators add, and nothing rendered before it is needed.
 *
 * It follows the files of the site: what has not changed is not read again. What cannot be read is left out, so that a page
 * can be looked at while another is broken.
 */

import type { BuildError } from '../base/build-error.js'
import { Reporter } from '../base/report.js'
import type { BuildRequest } from '../base/request.js'
import { folderSource, headOf, isWalked, SourceError } from '../base/source.js'
import { loadConfig } from '../config.js'
import { threadsFor } from '../convert/open-conversions.js'
import { GEMFILE, GEMFILE_LOCK } from '../../content/gems/gemfile.js'
import { addExcerpt, generateExcerpts } from '../generate/excerpts.js'
import { Document } from '../items/document.js'
import type { Page } from '../items/page.js'
import type { Site } from '../items/site.js'
import { momentAfter } from '../now.js'
import { prepare, type Prepared } from '../prepare.js'
import { TimeLog } from '../record/time-log.js'
import { readSite } from '../read/reader.js'
import { tolerated, type Reading } from '../read/reading.js'
import { addToTree, removeFromTree } from '../read/tree.js'
import { become, type SiteHost } from '../render/site-host.js'
import { pluginFolders } from '../site-plugins/plugin-files.js'
import { Demand } from './demand.js'
import { replaceInPlace, type Base } from './in-place.js'

/** So long a site that single pages are looked at keeps the moment at which it was read, in milliseconds. */
const MOMENT_MS = 15 * 60_000
const SETTINGS = new Set([GEMFILE, GEMFILE_LOCK])
const STYLE = /\.(?:scss|sass|css)$/i

/** A site in memory. */
export interface Desk {
  /** For which it was read, with the moment that it shows. */
  request: BuildRequest
  readonly prepared: Prepared
  readonly site: Site
  readonly host: SiteHost
  readonly demand: Demand
  /** How many diagnostics are about the settings. */
  readonly said: number
  /** How many there are with those about the files. */
  saidOfFiles: number
  base: Base
  /** When something comes out of the future, in milliseconds since the Unix epoch. */
  nextMoment: number
  /** How often style sheets have changed. */
  styles: number
  /** Whether generators or excerpts have read the time. */
  readonly times: TimeLog
}

interface Use {
  /** Whether single pages are looked at: what cannot be read is left out then. */
  readonly isOnDemand: boolean
  /** Who is told; a new one if left out. */
  readonly reporter?: Reporter
  /** Whether it begins from what another process has left, or only leaves something. */
  readonly recording?: 'begin' | 'leave'
}

/** Reads a site. @throws BuildError for settings that no build can have, and for what cannot be read */
export async function openDesk(request: BuildRequest, use: Use): Promise<Desk> {
  const { isOnDemand } = use
  const reporter = use.reporter ?? new Reporter()
  const source = folderSource(request.source, { skip: [request.destination] })
  const loaded = await loadConfig(source, request, reporter)
  const tolerate = (error: BuildError) => reporter.warn(error.message, error)
  const parts = { source, ...loaded, reporter, keepsReads: true, isOnDemand }
  const { recording } = use
  const building = { ...parts, threads: threadsFor(request), ...(recording && { recording }) }
  const prepared = await prepare(request, isOnDemand ? { ...parts, tolerate } : building)
  try {
    const said = reporter.diagnostics.length
    const site = await readSite(prepared.reading)
    const host = prepared.hostFor(site)
    const demand = new Demand(host)
    const base = { pages: [], staticFiles: [] }
    const made = { base, saidOfFiles: said, nextMoment: Infinity, styles: 0, times: new TimeLog() }
    const desk = { request, prepared, site, host, demand, said, ...made }
    await complete(desk, null)
    return desk
  } catch (error) {
    await prepared.close()
    throw error
  }
}

/** Whether a desk is as it would be at about the same time. */
export function isRecent({ request, nextMoment }: Desk, now: number): boolean {
  const age = now - request.now
  return age >= 0 && age <= MOMENT_MS && nextMoment > now
}

/** Whether a desk is that of a request: the same site of the same settings. */
export function isDeskOf({ request }: Desk, other: BuildRequest): boolean {
  return plain(request) === plain(other)
}

function plain(request: BuildRequest): string {
  const free = { now: 0, destination: '', maxBytes: null, former: null }
  const entries = Object.entries({ ...request, ...free })
  return JSON.stringify(entries.sort(([left], [right]) => (left < right ? -1 : 1)))
}

/** Whether files that changed make no other kind of site of it. */
export function canFollow({ request, site }: Desk, changed: readonly string[]): boolean {
  const folders = pluginFolders(site.settings)
  return !changed.some(
    (path) =>
      path.startsWith('_config.') ||
      path.endsWith('.gemspec') ||
      SETTINGS.has(path) ||
      request.configFiles?.includes(path) === true ||
      folders.some((folder) => path.startsWith(`${folder}/`)),
  )
}

/**
 * Reads again what has changed.
 *
 * @param now the moment that it shows from then on
 * @throws BuildError; the site is spoilt then
 */
export async function follow(
  desk: Desk,
  changed: readonly string[],
  now = desk.request.now,
): Promise<void> {
  const { prepared, site, host } = desk
  const isAsDated = moveTo(desk, now)
  desk.request = { ...desk.request, now }
  const { reading } = prepared
  const paths = new Set(changed)
  let areOnce = true
  for (const path of paths) {
    if (reading.kept?.forget(path) !== 1) areOnce = false
    host.forgetText(path)
  }
  if (changed.some((path) => STYLE.test(path))) {
    host.forgetStyles()
    desk.styles += 1
  }
  desk.demand.clear()
  site.reporter.forgetAfter(desk.said)
  const replaced = areOnce && isAsDated ? await replacedOf(desk, paths) : null
  if (replaced === null) await readAgain(desk, paths)
  await complete(desk, replaced)
}

/** Shows another moment. @returns whether that makes no other dates, and no other choice of what is shown */
function moveTo({ prepared, site, ...desk }: Desk, now: number): boolean {
  const { reading } = prepared
  const before = desk.request.now
  if (now === before) return true
  prepared.moveTo(now)
  site.now = reading.now
  return now > before && desk.nextMoment > now && !reading.moment.isRead
}

/** What stands in the place of items whose text alone has changed; null where more may have. */
async function replacedOf(
  { prepared, site, base, said, saidOfFiles }: Desk,
  changed: ReadonlySet<string>,
): Promise<(Document | Page)[] | null> {
  const { reading, plugins } = prepared
  // What is said of the other files would have to be said again.
  if (saidOfFiles > said || plugins.changeItems || site.settings.pageExcerpts) return null
  const replaced = await replaceInPlace({ site, base, reading }, changed)
  const isSilent = site.reporter.diagnostics.length === said
  if (!isSilent) site.reporter.forgetAfter(said)
  return isSilent ? replaced : null
}

async function readAgain({ prepared, site }: Desk, changed: ReadonlySet<string>): Promise<void> {
  const { reading } = prepared
  for (const path of changed) removeFromTree(reading.tree, path)
  for (const path of changed) await putInTree(reading, path)
  reading.futures.length = 0
  reading.moment.isRead = false
  takeOver(site, await readSite(reading))
}

async function putInTree({ tree, source, settings }: Reading, path: string): Promise<void> {
  if (!isWalked(path, settings.include)) return
  try {
    await headOf(source, path)
    addToTree(tree, path)
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
  }
}

function takeOver(site: Site, fresh: Site): void {
  site.data = fresh.data
  site.pages = fresh.pages
  site.staticFiles = fresh.staticFiles
  become(site.layouts, fresh.layouts)
  become(site.includes, fresh.includes)
  become(site.collections, fresh.collections)
  site.files.clear()
  for (const path of fresh.files) site.files.add(path)
}

/** Adds what follows from the files. @param replaced the only items that are others; null for all */
async function complete(desk: Desk, replaced: readonly (Document | Page)[] | null): Promise<void> {
  const { prepared, site, host } = desk
  const { reading, plugins, blockTags } = prepared
  host.beginAgain()
  host.reads = desk.times
  for (const item of replaced ?? []) if (item instanceof Document) addExcerpt(site, item, blockTags)
  if (replaced === null) {
    desk.times.isRead = false
    generateExcerpts(site, blockTags)
    desk.base = { pages: [...site.pages], staticFiles: [...site.staticFiles] }
    desk.nextMoment = momentAfter(site, reading.futures)
  }
  desk.saidOfFiles = site.reporter.diagnostics.length
  await tolerated(reading, () => plugins.generate({ site, reading, host, blockTags }))
}
