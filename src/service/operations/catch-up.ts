/**
 * What a server does first: whatever moved `main` while none ran is read in, site by site, and an index
 * that nobody closed is looked through, behind the first answers where it can be relied on so far.
 */

import { forEachParallel } from '../../system/parallel.js'
import type { IndexCare } from '../../store/database.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { Advance } from '../branch/advance.js'
import type { Readiness } from '../branch/readiness.js'
import type { Maintenance } from './maintenance.js'

interface CatchUpDependencies {
  readonly maintenance: Pick<Maintenance, 'clean'>
  readonly advance: Pick<Advance, 'catchUp'>
  readonly index: Pick<SiteIndex, 'indexedSites' | 'sweep'>
  readonly indexCare: IndexCare
  readonly readiness: Readiness
  readonly siteIds: () => readonly string[]
  /** Aborted once the server stops: what is left is left to the next one. */
  readonly ending: AbortSignal
  readonly onError: (error: unknown, siteId: string | null) => void
  /** Tells the operator what goes on. */
  readonly tell: (fields: object, message: string) => void
}

interface CatchingUp {
  /** Resolves when every site is read in, or can't be. */
  readonly ready: Promise<void>
  /** Resolves when nothing of it goes on any more. */
  readonly ended: Promise<void>
}

const AT_ONCE = 4

/** Begins; the sites are not ready before, each ready when it is read in. */
export function startCatchingUp(dependencies: CatchUpDependencies): CatchingUp {
  const { indexCare, readiness, siteIds, ending } = dependencies
  readiness.markPending(siteIds())
  const gate = createGate()
  const isTrusted = indexCare.trust !== 'unknown'
  const check = () => lookThrough(dependencies, isTrusted ? null : gate)
  // Rows that can't be relied on are looked at before anybody is answered from them.
  const early = isTrusted ? null : check()
  const ready = readIn(dependencies, isTrusted ? null : gate)
  const rest = async () => {
    await ready
    await (early ?? (indexCare.trust === 'likely' ? check() : null))
    if (!ending.aborted) await dependencies.index.sweep()
  }
  return { ready, ended: rest().catch((error: unknown) => dependencies.onError(error, null)) }
}

/** Which sites' rows were looked at. */
interface Gate {
  /** Resolves when it was this site's turn. */
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

/** Each site in turn; with a gate, when it has passed. */
async function readIn(dependencies: CatchUpDependencies, gate: Gate | null): Promise<void> {
  const { maintenance, advance, readiness, siteIds, ending, onError } = dependencies
  await forEachParallel(inOrder(dependencies), AT_ONCE, async (siteId) => {
    try {
      await gate?.passed(siteId)
      if (ending.aborted) return
      await maintenance.clean(siteId)
      await advance.catchUp(siteId)
    } catch (error) {
      // One that was deleted meanwhile is missed by nobody.
      if (siteIds().includes(siteId) && !ending.aborted) onError(error, siteId)
    } finally {
      readiness.endPending(siteId)
    }
  })
}

/** In the order in which they are looked through; those that must be read whole wait for nobody, so last. */
function inOrder({ index, siteIds }: CatchUpDependencies): string[] {
  const ids = new Set(siteIds())
  const indexed = index.indexedSites().filter((id) => ids.has(id))
  return [...new Set([...indexed, ...ids])]
}

async function lookThrough(dependencies: CatchUpDependencies, gate: Gate | null): Promise<void> {
  const { indexCare, ending, tell, onError } = dependencies
  const { trust } = indexCare
  try {
    tell({ trust }, 'the index was not closed cleanly; it is being checked')
    // Those without rows have nothing to be looked at.
    const indexed = new Set(dependencies.index.indexedSites())
    for (const id of dependencies.siteIds()) if (!indexed.has(id)) gate?.pass(id)
    const onSite = gate ? (siteId: string) => gate.pass(siteId) : undefined
    const damage = await indexCare.check({ ...(onSite && { onSite }), signal: ending })
    if (ending.aborted) return
    if (damage === null) tell({}, 'the index was checked and is intact')
    else await startAnew(dependencies, damage, gate)
  } catch (error) {
    onError(error, null)
  } finally {
    gate?.passAll()
  }
}

async function startAnew(
  dependencies: CatchUpDependencies,
  damage: string,
  gate: Gate | null,
): Promise<void> {
  const { indexCare, readiness, siteIds, tell } = dependencies
  tell({ damage }, 'the index is damaged; it is rebuilt from the repositories')
  const ids = siteIds()
  readiness.markPending(ids)
  await indexCare.renew()
  gate?.passAll()
  await readIn(dependencies, null)
}
