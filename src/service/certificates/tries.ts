/** When a certificate may be tried: less and less often for a name that fails, and so many orders in an hour. */

import type { CertificatesState, Failure, FailureKind } from './certificate-files.js'

export interface Tries {
  /** @param isRenewal whether the name has a certificate: for these, some orders are always left */
  mayTry(name: string, isRenewal: boolean): boolean
  /** To be called before each order. */
  ordered(): void
  succeeded(name: string): void
  failed(name: string, failure: Failed): void
  /** For a name that is not served any more. */
  forget(name: string): void
  failing(): readonly string[]
  /** Why no certificate may be tried for the name now, or the last try failed; null for neither. */
  obstacle(name: string, isRenewal: boolean): Obstacle | null
  state(): CertificatesState
}

/** What keeps a name from a certificate. */
export interface Obstacle {
  /** `limited`: there were as many orders in the last hour as may be. */
  readonly kind: FailureKind | 'limited'
  /** A sentence; null if no try of this name has failed. */
  readonly error: string | null
  readonly nextAt: number
}

interface Failed extends Pick<Failure, 'error' | 'endsAt'> {
  readonly kind: FailureKind
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The first wait, which doubles with each try, and the longest. Authorities allow five refusals of a name in an hour. */
const WAITS: Readonly<Record<FailureKind, readonly [first: number, most: number]>> = {
  not_here: [MINUTE_MS, HOUR_MS],
  refused: [15 * MINUTE_MS, 24 * HOUR_MS],
  away: [MINUTE_MS, HOUR_MS],
}

/** Orders in an hour: for names that have no certificate yet, and in all. */
const MAX_FIRST_ORDERS = 20
const MAX_ORDERS = 40

/** @param from how it stood when the server ended */
export function createTries(from: CertificatesState, now: () => number): Tries {
  const failures = new Map(Object.entries(from.failures))
  let orders = [...from.orders]
  let away = { tries: 0, until: 0 }
  const waitOf = (kind: FailureKind, tries: number) => {
    const [first, most] = WAITS[kind]
    return Math.min(most, first * 2 ** (tries - 1))
  }
  /** When there may be another order; 0 for now. */
  const nextOrderAt = (isRenewal: boolean) => {
    orders = orders.filter((at) => at > now() - HOUR_MS)
    const last = orders.at(isRenewal ? -MAX_ORDERS : -MAX_FIRST_ORDERS)
    return last === undefined ? 0 : last + HOUR_MS
  }
  return {
    mayTry: (name, isRenewal) => {
      if (now() < Math.max(away.until, failures.get(name)?.nextAt ?? 0)) return false
      return nextOrderAt(isRenewal) === 0
    },
    obstacle: (name, isRenewal) => {
      const failure = failures.get(name)
      if (failure) return { ...failure, kind: failure.kind ?? 'refused' }
      if (now() < away.until) return { kind: 'away', error: null, nextAt: away.until }
      const nextAt = nextOrderAt(isRenewal)
      return nextAt === 0 ? null : { kind: 'limited', error: null, nextAt }
    },
    ordered: () => void orders.push(now()),
    succeeded: (name) => {
      failures.delete(name)
      away = { tries: 0, until: 0 }
    },
    failed: (name, { kind, error, endsAt }) => {
      const tries = (failures.get(name)?.tries ?? 0) + 1
      if (kind === 'away') {
        const until = now() + waitOf(kind, away.tries + 1)
        away = { tries: away.tries + 1, until }
      }
      const nextAt = kind === 'away' ? away.until : now() + waitOf(kind, tries)
      failures.set(name, { kind, error, tries, nextAt, endsAt })
    },
    forget: (name) => void failures.delete(name),
    failing: () => [...failures.keys()],
    state: () => ({ failures: Object.fromEntries(failures), orders }),
  }
}
