/** When a certificate may be tried: less and less often for a name that fails, and so many orders in an hour. */

import type { CertificatesState, Failure } from './certificate-files.js'

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
  state(): CertificatesState
}

interface Failed extends Pick<Failure, 'error' | 'endsAt'> {
  /** What does not work: the name does not lead here, the authority refuses it, or is away for all names. */
  readonly kind: FailureKind
}

export type FailureKind = 'not_here' | 'refused' | 'away'

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
  return {
    mayTry: (name, isRenewal) => {
      if (now() < Math.max(away.until, failures.get(name)?.nextAt ?? 0)) return false
      orders = orders.filter((at) => at > now() - HOUR_MS)
      return orders.length < (isRenewal ? MAX_ORDERS : MAX_FIRST_ORDERS)
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
      failures.set(name, { error, tries, nextAt, endsAt })
    },
    forget: (name) => void failures.delete(name),
    failing: () => [...failures.keys()],
    state: () => ({ failures: Object.fromEntries(failures), orders }),
  }
}
