/**
 * Mail that waits to be sent. A request only adds a row; the letter is written and sent afterwards, one at a time, so a slow
 * server slows no request. What can't be sent is tried again for most of a day, also after a restart.
 *
 * A row names what the letter is about. The letter itself, which may have a link with a secret, is only in memory.
 */

import { randomInt } from 'node:crypto'
import { overloaded, type GalleyError } from '../../errors.js'
import type { NewId } from '../../model/ids.js'
import type { Mail, Mails } from '../../store/records/mails.js'
import type { Letter } from './letter.js'
import { SmtpError, type Smtp } from './smtp.js'

/** What a letter is made of. */
export type Facts = Readonly<Record<string, string>>

/** A failure, as administrators see it. */
export interface MailFailure {
  readonly id: string
  readonly kind: string
  readonly createdAt: number
  readonly tries: number
  readonly error: string
  /** Null if it was given up. */
  readonly nextAt: number | null
}

export interface Outbox {
  readonly isSetUp: boolean
  /** False if too many wait. */
  hasRoom(): boolean
  /** Adds a letter to what is to be sent. @throws GalleyError `unavailable` if too many wait */
  add(kind: string, facts: Facts): void
  /** The number that waits, and what could not be sent. */
  state(): { readonly waiting: number; readonly failures: readonly MailFailure[] }
  /** Sends what is due. Returns when nothing is due any more. */
  wake(): Promise<void>
  start(): void
  stop(): Promise<void>
  /** Forgets failures that are old. */
  sweep(): void
}

interface OutboxParts {
  /** How mail is sent now; null if none is. */
  readonly smtp: () => Smtp | null
  readonly mails: Mails
  /** Makes a letter; null if there is nothing to send. Called again after a restart. */
  readonly write: (kind: string, facts: Facts) => Letter | null
  /** Encrypts what the row holds: it may name people. */
  readonly vault: { seal(text: string): Buffer; open(sealed: Uint8Array): string }
  readonly now: () => number
  readonly newId: NewId
  readonly warn: (fields: object, message: string) => void
  readonly onError: (error: unknown, context: { readonly doing: string }) => void
}

/** More than this are not taken. */
const MAX_WAITING = 1000
const MAX_FAILURES = 50
/** Between a request and its letter. */
const MIN_PAUSE_MS = 200
const MAX_PAUSE_MS = 800
const FAULT = 'The letter could not be written: a fault of this server, whose log says more.'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** After each failed try, when there is another. */
const WAITS_MS = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS)
/** In place of a letter that was sent, until its row is gone: a full disk may keep it. */
const SENT = 'sent'
/** Failures are shown for this time. */
const KEEP_MS = 14 * DAY_MS

export function createOutbox(parts: OutboxParts): Outbox {
  const { mails, now, newId, vault } = parts
  const letters = new Map<string, Letter | typeof SENT>()
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  const run = async (): Promise<void> => {
    for (let mail = dueNow(parts); mail && !ending.signal.aborted; mail = dueNow(parts)) {
      const smtp = parts.smtp()
      if (smtp === null) return
      try {
        await deliver(parts, mail, { smtp, letters, signal: ending.signal })
      } catch (error) {
        // One bad row must not keep the others.
        parts.onError(error, { doing: 'sending mail' })
        if (letters.get(mail.id) === SENT) return
        mails.tried(mail.id, { ...mail, nextAt: null, error: FAULT })
      }
    }
  }
  const wake = (): Promise<void> => {
    if (parts.smtp() === null || ending.signal.aborted) return Promise.resolve()
    running ??= run()
      .catch((error: unknown) => parts.onError(error, { doing: 'sending mail' }))
      .finally(() => (running = null))
    return running
  }
  return {
    get isSetUp() {
      return parts.smtp() !== null
    },
    hasRoom: () => mails.countWaiting() < MAX_WAITING,
    add(kind, facts) {
      const sealed = vault.seal(JSON.stringify(facts))
      if (!mails.add({ id: newId(), kind, sealed, createdAt: now() }, MAX_WAITING)) {
        throw tooManyWait()
      }
      // Well after the answer: how long that takes must not tell whether there is somebody to write to.
      setTimeout(() => void wake(), randomInt(MIN_PAUSE_MS, MAX_PAUSE_MS)).unref()
    },
    state: () => ({
      waiting: mails.countWaiting(),
      failures: mails.listFailed(MAX_FAILURES).map(toFailure),
    }),
    wake,
    start() {
      timer = setInterval(() => void wake(), MINUTE_MS).unref()
      void wake()
    },
    async stop() {
      clearInterval(timer)
      ending.abort()
      await running
    },
    sweep: () => mails.deleteGivenUp(now() - KEEP_MS),
  }
}

/** For a request that has changed nothing yet. */
export function tooManyWait(): GalleyError {
  return overloaded(`${MAX_WAITING} mails wait to be sent; try again later.`, 60)
}

function dueNow({ mails, now }: Pick<OutboxParts, 'mails' | 'now'>): Mail | null {
  const mail = mails.findNext()
  return mail && (mail.nextAt ?? Infinity) <= now() ? mail : null
}

interface Delivery {
  readonly smtp: Smtp
  readonly letters: Map<string, Letter | typeof SENT>
  readonly signal: AbortSignal
}

async function deliver(
  parts: OutboxParts,
  mail: Mail,
  { smtp, letters, signal }: Delivery,
): Promise<void> {
  const { mails, write, vault } = parts
  const letter = letters.get(mail.id) ?? write(mail.kind, factsIn(vault.open(mail.sealed)))
  const finish = () => {
    mails.delete(mail.id)
    letters.delete(mail.id)
  }
  if (!letter || letter === SENT) return finish()
  if (!letter.isCurrent()) {
    // Its failure stays to be seen.
    if (mail.error === null) return finish()
    letters.delete(mail.id)
    return mails.tried(mail.id, { ...mail, nextAt: null })
  }
  letters.set(mail.id, letter)
  try {
    await smtp.send(letter, signal)
    letters.set(mail.id, SENT)
  } catch (error) {
    // At the end of the server; the next start sends it.
    if (signal.aborted) return
    if (!(error instanceof SmtpError)) throw error
    const nextAt = failed(parts, mail, error)
    if (nextAt === null) letters.delete(mail.id)
    return
  }
  finish()
}

/** Stores and logs a failed try; says when there is another. */
function failed({ mails, now, warn }: OutboxParts, mail: Mail, error: SmtpError): number | null {
  const wait = error.isFinal ? undefined : WAITS_MS[mail.tries]
  const nextAt = wait === undefined ? null : now() + wait
  const { id, kind } = mail
  const tries = mail.tries + 1
  mails.tried(id, { tries, nextAt, error: error.message })
  const again = nextAt === null ? 'and is given up' : 'and will be tried again'
  warn({ mailId: id, kind, tries, reason: error.message }, `a mail could not be sent ${again}`)
  return nextAt
}

function toFailure({ id, kind, createdAt, tries, error, nextAt }: Mail): MailFailure {
  return { id, kind, createdAt, tries, error: error ?? '', nextAt }
}

function factsIn(text: string): Facts {
  const facts: Record<string, string> = {}
  for (const [name, value] of Object.entries(Object(JSON.parse(text)))) facts[name] = String(value)
  return facts
}
