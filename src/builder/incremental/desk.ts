/**
 * A site in memory for looking at single pages: read, with what generators add, and nothing rendered before it is needed.
 *
 * It follows the files of the site: what has not changed is not read again. What cannot be read is left out, so that a page
 * can be looked at while another is broken.
 */

import type { BuildError } from '../base/build-error.js'
import { Reporter } from '../base/report.js'
import type { BuildRequest } from '../base/request.js'
import { folderSource, SourceError, headOf } from '../base/source.js'
import { loadConfig } from '../config.js'
import { generateExcerpts } from '../generate/excerpts.js'
import type { Document } from '../items/document.js'
import type { Page } from '../items/page.js'
import { documentsOf, type Site } from '../items/site.js'
import { momentAfter } from '../now.js'
import { prepare, type Prepared } from '../prepare.js'
import { readSite } from '../read/reader.js'
import { tolerated, type Reading } from '../read/reading.js'
import { addToTree, removeFromTree } from '../read/tree.js'
import type { SiteHost } from '../render/site-host.js'
import { Demand } from './demand.js'

/** So long a site keeps the moment at which it was read, in milliseconds. */
const MOMENT_MS = 15 * 60_000
/** What may make another kind of site of it. */
const SETTINGS = /^(?:_config\.|Gemfile|_plugins\/)/
const STYLE = /\.(?:scss|sass|css)$/i

/** A site in memory. */
export interface Desk {
  readonly request: BuildRequest
  readonly prepared: Prepared
  readonly site: Site
  readonly host: SiteHost
  readonly demand: Demand
  /** Documents and pages by the path of their file; of several the first. */
  items: ReadonlyMap<string, Document | Page>
  /** When something comes out of the future, in milliseconds since the Unix epoch. */
  nextMoment: number
}

/** Reads a site. @throws BuildError for settings that no build can have */
export async function openDesk(request: BuildRequest): Promise<Desk> {
  const reporter = new Reporter()
  const source = folderSource(request.source, { skip: [request.destination] })
  const config = await loadConfig(source, request, reporter)
  const tolerate = (error: BuildError) => reporter.warn(error.message, error)
  const parts = { source, config, reporter, tolerate, isOnDemand: true }
  const prepared = await prepare(request, parts)
  try {
    const site = await readSite(prepared.reading)
    const host = prepared.hostFor(site)
    const demand = new Demand(host)
    const desk = { request, prepared, site, host, demand, items: new Map(), nextMoment: Infinity }
    await complete(desk)
    return desk
  } catch (error) {
    await prepared.close()
    throw error
  }
}

/** Whether a desk is that of a request: the same site of the same settings at about the same time. */
export function isDeskOf({ request, nextMoment }: Desk, other: BuildRequest): boolean {
  const age = other.now - request.now
  const isRecent = age >= 0 && age <= MOMENT_MS && nextMoment > other.now
  return isRecent && plain(request) === plain(other)
}

function plain(request: BuildRequest): string {
  const entries = Object.entries({ ...request, now: 0, destination: '' })
  return JSON.stringify(entries.sort(([left], [right]) => (left < right ? -1 : 1)))
}

/** Whether files that changed make no other kind of site of it. */
export function canFollow({ request }: Desk, changed: readonly string[]): boolean {
  return !changed.some((path) => SETTINGS.test(path) || request.configFiles?.includes(path))
}

/** Reads again what has changed. */
export async function follow(desk: Desk, changed: readonly string[]): Promise<void> {
  const { prepared, site, host } = desk
  const { reading } = prepared
  for (const path of changed) {
    reading.kept?.forget(path)
    host.forgetText(path)
    await putInTree(reading, path)
  }
  if (changed.some((path) => STYLE.test(path))) host.forgetStyles()
  reading.futures.length = 0
  desk.demand.clear()
  takeOver(site, await readSite(reading))
  await complete(desk)
}

async function putInTree({ tree, source }: Reading, path: string): Promise<void> {
  removeFromTree(tree, path)
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

function become<Key, Value>(map: Map<Key, Value>, other: ReadonlyMap<Key, Value>): void {
  map.clear()
  for (const [key, value] of other) map.set(key, value)
}

/** Adds what follows from the files. */
async function complete(desk: Desk): Promise<void> {
  const { prepared, site, host } = desk
  const { reading, plugins, blockTags } = prepared
  generateExcerpts(site, blockTags)
  host.siteDrop.refresh()
  await tolerated(reading, () => plugins.generate({ site, reading, host, blockTags }))
  desk.nextMoment = momentAfter(site, reading.futures)
  const items = new Map<string, Document | Page>()
  for (const item of [...documentsOf(site), ...site.pages]) {
    const { sourcePath } = item
    // Plugins make pages of paths that no file has.
    if (site.files.has(sourcePath) && !items.has(sourcePath)) items.set(sourcePath, item)
  }
  desk.items = items
}
