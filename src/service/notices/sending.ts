/**
 * Sends deliveries to webhooks: one at a time to each, several at a time in all. What waits is in the records, so it
 * survives the end of the process; what was under way then is sent again.
 *
 * @see src/http/README.md (Webhooks)
 */

import { asDeployError } from '../../deploy/network/deploy-error.js'
import { guardedFetch, type HttpResponse } from '../../deploy/network/http-client.js'
import type { Outgoing } from '../../deploy/network/outgoing.js'
import { cleanText } from '../../deploy/network/remote-text.js'
import {
  MAX_RESPONSE_BYTES,
  RETRY_AFTER_MS,
  type Webhook,
  type WholeDelivery,
} from '../../model/webhook.js'
import type { Tried } from '../../store/records/deliveries.js'
import type { Records } from '../../store/records/records.js'
import type { Vault } from '../accounts/vault.js'
import { signedHeaders } from './signing.js'

export interface Sending {
  /** Sends what is due, and sets the timer for what comes later. Nothing is sent before `start`. */
  readonly look: () => void
  start(): void
  /** Breaks off what is under way; it is sent again after the next start. */
  stop(): Promise<void>
}

interface SendingDependencies {
  readonly records: Pick<Records, 'webhooks' | 'deliveries'>
  readonly vault: Pick<Vault, 'open'>
  readonly outgoing: Outgoing
  /** Milliseconds that a request may take in all; 15 seconds if left out. */
  readonly maxMs?: number
  readonly now: () => number
  /** Told of a webhook that was switched off. */
  readonly switchedOff: (webhook: Webhook) => void
  readonly onError: (error: unknown) => void
}

/** Requests at once: in all, and to the webhooks of one site. */
const MAX_AT_ONCE = 32
const MAX_OF_SITE = 4
/** Longest time until the next look: clocks are set, and machines sleep. */
const MAX_WAIT_MS = 60_000
const MAX_REQUEST_MS = 15_000
const GONE = 410

export function createSending(dependencies: SendingDependencies): Sending {
  const { records, now, onError } = dependencies
  /** What is under way: the site of each webhook. */
  const busy = new Map<string, string>()
  /** Until when nothing is sent to a webhook whose delivery could not be read or stored: without a pause, for ever. */
  const paused = new Map<string, number>()
  const running = new Set<Promise<void>>()
  const state: { timer?: NodeJS.Timeout; ending: AbortController | null } = { ending: null }
  const begin = (webhookId: string, siteId: string, signal: AbortSignal): void => {
    busy.set(webhookId, siteId)
    const run = sendNext(dependencies, webhookId, signal)
      .catch((error: unknown) => {
        paused.set(webhookId, now() + MAX_WAIT_MS)
        onError(error)
      })
      .then(() => {
        busy.delete(webhookId)
        running.delete(run)
        look()
      })
    running.add(run)
  }
  /** Returns when something is due, in milliseconds from now. */
  const beginDue = (signal: AbortSignal): number => {
    let wait = MAX_WAIT_MS
    for (const { webhookId, siteId, nextAt } of records.deliveries.waiting()) {
      if (busy.has(webhookId) || (paused.get(webhookId) ?? 0) > now()) continue
      paused.delete(webhookId)
      const ofSite = [...busy.values()].filter((id) => id === siteId).length
      const left = nextAt - now()
      // The end of another is followed by a look.
      if (busy.size >= MAX_AT_ONCE || ofSite >= MAX_OF_SITE) continue
      if (left <= 0) begin(webhookId, siteId, signal)
      else wait = Math.min(wait, left)
    }
    return wait
  }
  const look = (): void => {
    clearTimeout(state.timer)
    const signal = state.ending?.signal
    if (!signal || signal.aborted) return
    let wait = MAX_WAIT_MS
    try {
      wait = beginDue(signal)
    } catch (error) {
      // Nobody waits for what the timer does.
      onError(error)
    }
    state.timer = setTimeout(look, wait).unref()
  }
  return {
    look,
    start() {
      state.ending = new AbortController()
      look()
    },
    async stop() {
      clearTimeout(state.timer)
      state.ending?.abort()
      await Promise.all(running)
    },
  }
}

async function sendNext(
  dependencies: SendingDependencies,
  webhookId: string,
  ending: AbortSignal,
): Promise<void> {
  const { records } = dependencies
  const webhook = records.webhooks.find(webhookId)
  const delivery = records.deliveries.nextOf(webhookId)
  if (!webhook || !delivery) return
  const answer = await send(dependencies, { webhook, delivery }, ending)
  if (ending.aborted) return
  settle(dependencies, { webhook, delivery }, answer)
}

interface Sent {
  readonly webhook: Webhook
  readonly delivery: WholeDelivery
}

/** What came back. */
type Answer = Pick<Tried, 'status' | 'error' | 'response'>

async function send(
  { records, vault, outgoing, now, maxMs = MAX_REQUEST_MS }: SendingDependencies,
  { webhook, delivery }: Sent,
  ending: AbortSignal,
): Promise<Answer> {
  const { secret, former } = records.webhooks.secretsOf(webhook.id)
  const isBoth = former !== null && (webhook.formerUntil ?? 0) > now()
  const secrets = (isBoth ? [secret, former] : [secret]).map((sealed) => vault.open(sealed))
  const body = delivery.request
  const timestamp = Math.floor(now() / 1000)
  const late = AbortSignal.timeout(maxMs)
  try {
    const answer = await guardedFetch(outgoing, {
      method: 'POST',
      url: webhook.url,
      headers: signedHeaders({ id: delivery.id, timestamp, body }, secrets),
      body: Buffer.from(body),
      signal: AbortSignal.any([ending, late]),
    })
    const { status } = answer
    return { status, error: errorOf(answer), response: await beginningOf(answer) }
  } catch (error) {
    const why = late.aborted ? 'the server did not answer in time' : asDeployError(error).message
    return { status: null, error: cleanText(why), response: null }
  }
}

function errorOf({ status }: HttpResponse): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400)
    return `the server answered ${status}: redirects are not followed`
  return `the server answered ${status}`
}

/** The beginning of the body; the rest is not read, and the connection is closed. What can't be read counts as none. */
async function beginningOf({ body }: HttpResponse): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of body) {
      pieces.push(Buffer.from(piece))
      size += piece.length
      if (size >= MAX_RESPONSE_BYTES) break
    }
  } catch {
    // The status decides.
  }
  return new TextDecoder().decode(Buffer.concat(pieces).subarray(0, MAX_RESPONSE_BYTES))
}

/** Stores what came of it, and switches off a webhook that nothing reaches. */
function settle(dependencies: SendingDependencies, { webhook, delivery }: Sent, answer: Answer) {
  const { records, now, switchedOff } = dependencies
  const at = now()
  const { status, error } = answer
  const pause = RETRY_AFTER_MS[delivery.attempts]
  const isGone = status === GONE
  const isOver = error !== null && (pause === undefined || isGone)
  const state = error === null ? 'delivered' : isOver ? 'failed' : 'waiting'
  const nextAt = state === 'waiting' && pause !== undefined ? at + pause : null
  records.deliveries.tried(delivery, { ...answer, state, at, nextAt })
  if (error === null) records.webhooks.delivered(webhook.id, at)
  const current = records.webhooks.find(webhook.id)
  if (!isOver || !current?.isActive) return
  // Something else arrived meanwhile: it is this event that the other side does not take.
  if (!isGone && (current.deliveredAt ?? 0) > delivery.createdAt) return
  const off = { ...current, isActive: false, offReason: error, updatedAt: at }
  records.webhooks.update(off)
  switchedOff(off)
}
