/**
 * What the server answers at `/.well-known/acme-challenge/` (RFC 8555 §8.3): to the authority, and to itself, since whether
 * a host name points here is seen before a certificate is asked for. The built-in host answers the same tokens at another
 * path, which proxies before it do not take for themselves.
 */

import { randomBytes } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { get as getSecurely } from 'node:https'

export interface Challenges {
  /** The answer to a token that is being asked for; null for every other. */
  answerTo(token: string): string | null
  /** Answers a token with a text until `remove`. */
  add(token: string, answer: string): void
  remove(token: string): void
}

export function createChallenges(): Challenges {
  const answers = new Map<string, string>()
  return {
    answerTo: (token) => answers.get(token) ?? null,
    add: (token, answer) => void answers.set(token, answer),
    remove: (token) => void answers.delete(token),
  }
}

/** Why there is no certificate for a host name, a sentence. */
export class NotHereError extends Error {}

interface Asking {
  readonly challenges: Challenges
  readonly signal: AbortSignal
}

const ASK_MS = 10_000
const MAX_ANSWER_BYTES = 1024

/** Where the built-in host answers, below the address of a site. */
export const HERE_PATH = '/.well-known/galley/'

/** Where the authority asks a host name, without the token. */
export function challengePlace(name: string, port: number): URL {
  return new URL(`http://${name}:${port}/.well-known/acme-challenge/`)
}

/**
 * Asks an address, as the authority will, for a text that only this server knows. What another server answers is
 * compared and given to nobody.
 *
 * @param place without the token
 * @throws NotHereError if it does not lead to this server
 */
export async function requireHere(place: URL, { challenges, signal }: Asking): Promise<void> {
  const token = randomBytes(24).toString('base64url')
  const text = randomBytes(24).toString('base64url')
  const name = place.hostname
  const port = place.port || (place.protocol === 'https:' ? '443' : '80')
  challenges.add(token, text)
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)])
    const answer = await ask(new URL(token, place), limit).catch((error: unknown) => {
      throw new NotHereError(`${name} can't be reached on port ${port}: ${reasonOf(error)}.`)
    })
    if (answer !== text) {
      throw new NotHereError(`${name} leads to another server: it answers on port ${port}.`)
    }
  } finally {
    challenges.remove(token)
  }
}

/**
 * Whose certificate answers by HTTPS does not matter: nobody else can know the text.
 *
 * @returns the body of the answer, or the beginning of one that is too long
 */
function ask(url: URL, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { agent: false, signal }
    const take = (response: IncomingMessage) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
        if (text.length <= MAX_ANSWER_BYTES) return
        resolve(text)
        asked.destroy()
      })
      response.on('end', () => resolve(text.trim()))
      response.on('error', reject)
    }
    const asked =
      url.protocol === 'https:'
        ? getSecurely(url, { ...options, rejectUnauthorized: false }, take)
        : get(url, options, take)
    asked.on('error', reject)
  })
}

/** Node has an error without a text for a host name of which no address answers. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'there was no answer'
  const { message } = error instanceof AggregateError ? (error.errors[0] ?? error) : error
  return message.replace(/\.$/, '')
}
