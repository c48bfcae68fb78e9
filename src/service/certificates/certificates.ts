/**
 * Certificates for the host names that the server serves: had one at a time from an authority that speaks ACME, when the
 * server starts or when TLS first asks for the name; kept on disk, and renewed when a third of their time is left. What
 * fails is tried again, less and less often; the old certificate is served meanwhile.
 *
 * The authority is asked only for names that the server serves and that lead here, and only so often in an hour: nobody
 * outside can make the server ask.
 *
 * @see src/cli/README.md (HTTPS without a proxy)
 */

import { createSecureContext, type SecureContext } from 'node:tls'
import { isHostName } from '../../model/host-name.js'
import { createToldErrors } from '../branch/told-errors.js'
import { AuthorityAwayError, createAuthority, type Authority } from './authority.js'
import {
  openCertificateFiles,
  readCertificatesState,
  type CertificateFiles,
  type FailureKind,
  type Period,
} from './certificate-files.js'
import {
  challengePlace,
  NotHereError,
  reasonOf,
  requireHere,
  type Challenges,
} from './challenges.js'
import { createTries, type Obstacle, type Tries } from './tries.js'

export interface Certificates {
  /** Reads what is there, and begins to get what is not. */
  start(): Promise<void>
  /** Gets no other one; handshakes that wait for one have none. */
  stop(): void
  /**
   * What a TLS handshake is answered with. For a name that has no certificate yet, it waits some seconds for one.
   *
   * @param hostname as the client sent it
   * @returns null if there is none, or the name is not served
   */
  contextFor(hostname: string): Promise<SecureContext | null>
  status(): CertificatesStatus
  /** How a host name stands. Asks nobody. */
  standing(hostname: string): CertificateStanding
}

export interface CertificateStanding {
  /** When the certificate ends that is served; null if there is none. */
  readonly endsAt: number | null
  readonly obstacle: Obstacle | null
}

interface CertificatesStatus {
  /** Host names that have a certificate. */
  readonly held: number
  /** Host names for which the last try failed. */
  readonly failing: number
  /** When the first one ends; milliseconds since the Unix epoch, null without any. */
  readonly endsAt: number | null
}

interface CertificatesNeeds {
  /** The data folder. */
  readonly data: string
  /** URL of the directory of the authority. */
  readonly directory: string
  /** Whom the authority writes to. */
  readonly email: string
  /** The port on which the authority asks. */
  readonly port: number
  readonly challenges: Challenges
  /** True for a host name that may have a certificate. */
  readonly isServed: (hostname: string) => boolean
  /** The host names that have one before anybody asks. */
  readonly wanted: () => readonly string[]
  readonly now: () => number
  readonly note: (fields: object, message: string) => void
  readonly warn: (fields: object, message: string) => void
}

const LOOK_MS = 5 * 60_000
/** Names that wait for their turn. */
const MAX_WAITING = 1000
/** Certificates that are kept in memory. */
const MAX_CONTEXTS = 1000
/** Time that a handshake waits. */
const HANDSHAKE_MS = 20_000

export function createCertificates(needs: CertificatesNeeds): Certificates {
  const kept = new KeptCertificates(needs)
  return {
    start: () => kept.start(),
    stop: () => kept.stop(),
    contextFor: (hostname) => kept.contextFor(hostname),
    status: () => kept.status(),
    standing: (hostname) => kept.standing(hostname),
  }
}

class KeptCertificates {
  private readonly ending = new AbortController()
  private readonly told = createToldErrors()
  private readonly files: CertificateFiles
  private readonly authority: Authority
  private readonly contexts = new Map<string, SecureContext>()
  /** Names that wait, with what ends when they were tried. */
  private readonly waiting = new Map<string, Promise<void>>()
  private last = Promise.resolve()
  private held = new Map<string, Period>()
  private tries: Tries
  private timer: NodeJS.Timeout | undefined

  constructor(private readonly needs: CertificatesNeeds) {
    this.files = openCertificateFiles(needs.data)
    this.authority = createAuthority({ ...needs, files: this.files })
    this.tries = createTries({ failures: {}, orders: [] }, needs.now)
  }

  async start(): Promise<void> {
    this.held = await this.files.list()
    this.tries = createTries(await readCertificatesState(this.needs.data), this.needs.now)
    await this.lookAgain()
  }

  stop(): void {
    clearTimeout(this.timer)
    this.ending.abort()
  }

  async contextFor(hostname: string): Promise<SecureContext | null> {
    const name = hostname.toLowerCase().replace(/\.$/, '')
    if (this.ending.signal.aborted || !this.mayHave(name)) return null
    if (!this.held.has(name)) await within(HANDSHAKE_MS, this.want(name), this.ending.signal)
    return this.held.has(name) ? this.read(name).catch(() => this.lose(name)) : null
  }

  /** For what somebody has removed or changed on disk: the next handshake gets another. */
  private lose(name: string): null {
    this.needs.warn({ domain: name }, 'a certificate can’t be read, and a new one is asked for')
    this.held.delete(name)
    return null
  }

  status(): CertificatesStatus {
    const ends = [...this.held.values()].map(({ endsAt }) => endsAt)
    const endsAt = ends.length === 0 ? null : Math.min(...ends)
    return { held: this.held.size, failing: this.tries.failing().length, endsAt }
  }

  standing(name: string): CertificateStanding {
    const endsAt = this.held.get(name)?.endsAt ?? null
    const isServed = endsAt !== null && endsAt > this.needs.now()
    const obstacle = this.tries.obstacle(name, isServed)
    // A certificate that is good for a while needs no order.
    const isOpen = isServed && obstacle?.error === null
    return { endsAt: isServed ? endsAt : null, obstacle: isOpen ? null : obstacle }
  }

  private async read(name: string): Promise<SecureContext> {
    const known = this.contexts.get(name)
    if (known) return known
    const pem = await this.files.read(name)
    const context = createSecureContext({ key: pem, cert: pem })
    const [oldest] = this.contexts.keys()
    if (this.contexts.size >= MAX_CONTEXTS && oldest !== undefined) this.contexts.delete(oldest)
    this.contexts.set(name, context)
    return context
  }

  private async lookAgain(): Promise<void> {
    try {
      await this.look()
    } catch (error) {
      this.needs.warn({ error: reasonOf(error) }, 'the certificates could not be looked through')
    }
    if (this.ending.signal.aborted) return
    this.timer = setTimeout(() => void this.lookAgain(), LOOK_MS)
  }

  /** Gets what is missing, renews what ends, forgets what nobody needs. */
  private async look(): Promise<void> {
    const { now, wanted } = this.needs
    for (const [name, { startsAt, endsAt }] of this.held) {
      if (this.mayHave(name)) {
        if (now() >= endsAt - (endsAt - startsAt) / 3) void this.want(name)
      } else if (now() >= endsAt) await this.forget(name)
    }
    for (const name of this.tries.failing()) if (!this.mayHave(name)) this.tries.forget(name)
    const missing = wanted().filter((name) => !this.held.has(name) && this.mayHave(name))
    for (const name of missing) void this.want(name)
  }

  /** What is no host name is not asked for, and is no name of a file. */
  private mayHave(name: string): boolean {
    return isHostName(name) && this.needs.isServed(name)
  }

  private async forget(name: string): Promise<void> {
    this.held.delete(name)
    this.contexts.delete(name)
    this.told.settled(name)
    await this.files.remove(name)
  }

  /** Ends when it was tried to get a certificate for the name, or if that may not be tried now. */
  private want(name: string): Promise<void> {
    const known = this.waiting.get(name)
    if (known) return known
    if (this.waiting.size >= MAX_WAITING || !this.mayTry(name)) return Promise.resolve()
    const tried = this.last.then(() => this.attempt(name)).finally(() => this.waiting.delete(name))
    this.waiting.set(name, tried)
    this.last = tried
    return tried
  }

  private mayTry(name: string): boolean {
    return !this.ending.signal.aborted && this.tries.mayTry(name, this.held.has(name))
  }

  private async attempt(name: string): Promise<void> {
    // The ones before it may have shown that the authority is away.
    if (!this.mayTry(name)) return
    try {
      await this.obtain(name)
    } catch (error) {
      this.fail(name, error)
    }
    if (this.ending.signal.aborted) return
    await this.files.writeState(this.tries.state()).catch((error: unknown) => {
      this.needs.warn({ error: reasonOf(error) }, 'the state of the certificates is not written')
    })
  }

  private async obtain(name: string): Promise<void> {
    const { needs, ending } = this
    const { challenges, port } = needs
    await requireHere(challengePlace(name, port), { challenges, signal: ending.signal })
    this.tries.ordered()
    const pem = await this.authority.order(name)
    // By now, the data folder may be another server's.
    if (ending.signal.aborted) return
    this.held.set(name, await this.files.write(name, pem))
    this.contexts.delete(name)
    this.tries.succeeded(name)
    this.told.settled(name)
    needs.note({ domain: name }, 'a new certificate is served')
  }

  private fail(name: string, error: unknown): void {
    if (this.ending.signal.aborted) return
    const message = `${reasonOf(error)}.`
    const endsAt = this.held.get(name)?.endsAt ?? null
    this.tries.failed(name, { kind: kindOf(error), error: message, endsAt })
    if (!this.told.isNew(error, name)) return
    const served = endsAt === null ? {} : { servedUntil: new Date(endsAt) }
    this.needs.warn({ domain: name, error: message, ...served }, 'a certificate can’t be had yet')
  }
}

function kindOf(error: unknown): FailureKind {
  if (error instanceof NotHereError) return 'not_here'
  return error instanceof AuthorityAwayError ? 'away' : 'refused'
}

/** Waits for work, but no longer than `ms`, and not when it is aborted. */
async function within(ms: number, work: Promise<void>, signal: AbortSignal): Promise<void> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ms)])
  const over = new Promise<void>((resolve) => {
    limit.addEventListener('abort', () => resolve(), { once: true })
  })
  await Promise.race([work, over])
}
