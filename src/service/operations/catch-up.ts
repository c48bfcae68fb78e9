/**
 * The first work of a server after it starts. It indexes each site whose `main` moved while no server ran. If the index
 * was not closed cleanly, it also checks the index for damage, and rebuilds it if it is damaged. A site answers
 * `unavailable` (`branch/readiness.ts`) until it is done. Only `server.ts` calls this, once.
 *
 * An index that is probably intact (`trust: 'likely'`) is checked after the sites are ready. One of which nothing is known
 * (`trust: 'unknown'`) is checked first.
 */

import { forEachParallel } from '../../system/parallel.js'
import type { IndexHealth } from '../../store/database.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { Advance } from '../branch/advance.js'
import type { Readiness } from '../branch/readiness.js'
import type { Maintenance } from './maintenance.js'

interface CatchUpDependencies {
  readonly maintenance: Pick<Maintenance, 'clean'>
  readonly advance: Pick<Advance, 'catchUp' | 'isSuspect'>
  readonly index: Pick<SiteIndex, 'indexedSites' | 'sweep'>
  readonly indexHealth: IndexHealth
  readonly readiness: Readiness
  readonly siteIds: () => readonly string[]
  /** Aborted when the server stops; the next start does the rest. */
  readonly ending: AbortSignal
  readonly onError: (error: unknown, siteId: string | null) => void
  /** Writes a line to the log. */
  readonly log: (fields: object, message: string) => void
}

interface CatchingUp {
  /** Resolves when every site is indexed, or has failed. */
  readonly ready: Promise<void>
  /** Resolves when all work is over, including the check of the index. */
  readonly ended: Promise<void>
}

const SITES_AT_ONCE = 4

/** Marks all sites as pending and starts. Each becomes ready as soon as it is indexed. */
export function startCatchingUp(dependencies: CatchUpDependencies): CatchingUp {
  const { indexHealth, readiness, siteIds, ending } = dependencies
  readiness.markPending(siteIds())
  const gate = createGate()
  const isTrusted = indexHealth.trust !== 'unknown'
  const check = () => checkIndex(dependencies, isTrusted ? null : gate)
  // Rows that may be wrong are checked before any answer is made from them.
  const early = isTrusted ? null : check()
  const ready = catchUpSites(dependencies, isTrusted ? null : gate)
  const rest = async () => {
    await ready
    await (early ?? (indexHealth.trust === 'likely' ? check() : null))
    if (!ending.aborted) await dependencies.index.sweep()
  }
  return { ready, ended: rest().catch((error: unknown) => dependencies.onError(error, null)) }
}

/** Holds sites back until their rows are checked. */
interface Gate {
  /** Resolves when the rows of this site are checked. */
  passed(siteId: string): Promise<void>
  pass(siteId: string): void
  passAll(): void
}

function createGate(): Gate {
  const open = new Map<string, { readonly passed: Promise<void>; readonly pass: () => void }>()
  let isOpen = false
  const at = (siteId: string) => {
    const known = open.get(siteId)
    if (known) return known
    let pass = (): void => undefined
    const passed = new Promise<void>((resolve) => (pass = resolve))
    const made = { passed, pass }
    open.set(siteId, made)
    return made
  }
  return {
    passed: async (siteId) => (isOpen ? undefined : at(siteId).passed),
    pass: (siteId) => at(siteId).pass(),
    passAll: () => {
      isOpen = true
      for (const { pass } of open.values()) pass()
    },
  }
}

/**
 * Indexes the sites, a few at a time. With a gate, each waits until its rows are checked. Those at which a process has
 * died come last and one at a time: by then the others are served, and only one of them can be why it dies again.
 */
async function catchUpSites(dependencies: CatchUpDependencies, gate: Gate | null): Promise<void> {
  const order = catchUpOrder(dependencies)
  const suspects = new Set(order.filter((siteId) => dependencies.advance.isSuspect(siteId)))
  const catchUp = (siteId: string) => catchUpSite(dependencies, gate, siteId)
  const others = order.filter((siteId) => !suspects.has(siteId))
  await forEachParallel(others, SITES_AT_ONCE, catchUp)
  await forEachParallel([...suspects], 1, catchUp)
}

async function catchUpSite(
  { maintenance, advance, readiness, siteIds, ending, onError }: CatchUpDependencies,
  gate: Gate | null,
  siteId: string,
): Promise<void> {
  try {
    await gate?.passed(siteId)
    if (ending.aborted) return
    await maintenance.clean(siteId)
    await advance.catchUp(siteId)
  } catch (error) {
    // A site that was deleted meanwhile is no error.
    if (siteIds().includes(siteId) && !ending.aborted) onError(error, siteId)
  } finally {
    readiness.endPending(siteId)
  }
}

/** The order of the check. Sites without rows come last: they take longest, and no check holds them back. */
function catchUpOrder({ index, siteIds }: CatchUpDependencies): string[] {
  const ids = new Set(siteIds())
  const indexed = index.indexedSites().filter((id) => ids.has(id))
  return [...new Set([...indexed, ...ids])]
}

async function checkIndex(dependencies: CatchUpDependencies, gate: Gate | null): Promise<void> {
  const { indexHealth, ending, log, onError } = dependencies
  const { trust } = indexHealth
  try {
    log({ trust }, 'the index was not closed cleanly; it is being checked')
    // Sites without rows have nothing to check.
    const indexed = new Set(dependencies.index.indexedSites())
    for (const id of dependencies.siteIds()) if (!indexed.has(id)) gate?.pass(id)
    const onSite = gate ? (siteId: string) => gate.pass(siteId) : undefined
    const damage = await indexHealth.check({ ...(onSite && { onSite }), signal: ending })
    if (ending.aborted) return
    if (damage === null) log({}, 'the index was checked and is intact')
    else await rebuildIndex(dependencies, damage, gate)
  } catch (error) {
    onError(error, null)
  } finally {
    gate?.passAll()
  }
}

async function rebuildIndex(
  dependencies: CatchUpDependencies,
  damage: string,
  gate: Gate | null,
): Promise<void> {
  const { indexHealth, readiness, siteIds, log } = dependencies
  log({ damage }, 'the index is damaged; it is rebuilt from the repositories')
  const ids = siteIds()
  readiness.markPending(ids)
  await indexHealth.renew()
  gate?.passAll()
  await catchUpSites(dependencies, null)
}
