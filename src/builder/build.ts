/**
 * Builds a site: read, generate, render, write.
 *
 * The library behind `galley build`, and what the service's child process runs. It stands for Jekyll
 * 4.3.1 and aims at its bytes. It reads only through a `Source` and writes only in `write/`, when all
 * is rendered: a build that fails leaves the destination as it was. Requests and reports are plain data.
 *
 * Neighbours: `content/` says what files mean; `liquid/`, `kramdown/` and `highlight/` are engines that
 * know nothing of sites; `plugins/` are the gems that are built in.
 */

import { generateExcerpts } from './generate/excerpts.js'
import { loadConfig } from './config.js'
import { finish } from './finish.js'
import { located } from './locate.js'
import { threadsFor } from './convert/open-conversions.js'
import { prepare, type Prepared } from './prepare.js'
import { Destination } from './record/destination.js'
import { Reuse } from './record/reuse.js'
import { readSite } from './read/reader.js'
import { renderSite } from './render/site-renderer.js'
import { BuildError } from './base/build-error.js'
import { Reporter } from './base/report.js'
import type { BuildReport, BuildRequest, Progress } from './base/request.js'
import { folderSource, type Source } from './base/source.js'
import { countsOf, NOTHING, Stopwatch } from './stopwatch.js'
import { checkDestination } from './write/writer.js'

/** How a caller follows and ends a build. */
export interface BuildHooks {
  readonly report?: (progress: Progress) => void
  readonly signal?: AbortSignal
  /** In place of the request's folder, for tests. */
  readonly source?: Source
}

/**
 * Runs a build. What is wrong with the site is in the report; nothing is thrown for it.
 *
 * @throws the signal's reason when it is aborted
 */
export async function build(request: BuildRequest, hooks: BuildHooks = {}): Promise<BuildReport> {
  const begun = await run(request, hooks, 'begin')
  if (begun !== null) return begun
  // Something that the build before has left is gone.
  const whole = await run(request, hooks, 'leave')
  if (whole === null) throw new Error('A build that began anew lacks what another has left')
  return whole
}

/** One attempt; null where it lacks what an earlier build has left. */
async function run(
  request: BuildRequest,
  hooks: BuildHooks,
  recording: 'begin' | 'leave',
): Promise<BuildReport | null> {
  const reporter = new Reporter(hooks.report)
  const watch = new Stopwatch()
  let counts = NOTHING
  let slowest: BuildReport['slowest'] = []
  let prepared: Prepared | null = null
  let reuse: Reuse | null = null
  let isWhole = false
  try {
    if (hooks.source === undefined) checkDestination(request.source, request.destination)
    const source = sourceOf(request, hooks)
    const loaded = await loadConfig(source, request, reporter)
    const threads = threadsFor(request)
    prepared = await prepare(request, { source, ...loaded, reporter, threads, recording })
    const { reading, plugins, blockTags, record } = prepared
    const site = await watch.time('read', () => readSite(reading))
    reporter.progress('read', site.files.size, site.files.size)
    const host = prepared.hostFor(site)
    generateExcerpts(site, blockTags)
    await watch.time('generate', () => plugins.generate({ site, reading, host, blockTags }))
    const before = new Destination(request.destination)
    reuse = record === null ? null : new Reuse(host, record, { before })
    const profile = request.profile === true
    const done = await watch.time('render', () => renderSite(host, { ...hooks, profile, reuse }))
    slowest = done.slowest
    if (reuse?.lacks === true) return null
    const rendered = { request, host, reuse, signal: hooks.signal }
    const changed = await watch.time('write', () => finish(rendered))
    counts = { ...countsOf(site), rendered: done.rendered, ...changed }
    isWhole = true
    const diagnostics = await located(reporter.diagnostics, source)
    return { ok: true, diagnostics, counts, phases: watch.phases, slowest }
  } catch (error) {
    hooks.signal?.throwIfAborted()
    if (reuse?.lacks === true) return null
    if (!(error instanceof BuildError)) throw error
    reporter.error(error.message, error)
    const diagnostics = await located(reporter.diagnostics, sourceOf(request, hooks))
    const { limit } = error
    return { ok: false, limit, diagnostics, counts, phases: watch.phases, slowest }
  } finally {
    await prepared?.close({ isWhole })
  }
}

function sourceOf({ source, destination }: BuildRequest, hooks: BuildHooks): Source {
  return hooks.source ?? folderSource(source, { skip: [destination] })
}
