/**
 * What the server answers at `/.well-known/acme-challenge/` (RFC 8555 §8.3): to the authority, and to itself, since whether
 * a host name points here is seen before a certificate is asked for.
 */

import { randomBytes } from 'node:crypto'
import { get } from 'node:http'

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
  /** The port that the authority will ask. */
  readonly port: number
  readonly signal: AbortSignal
}

const ASK_MS = 10_000
const MAX_ANSWER_BYTES = 1024

/**
 * Asks the host name, as the authority will, for a text that only this server knows. What another server answers is
 * compared and given to nobody.
 *
 * @throws NotHereError if the host name does not lead to this server
 */
export async function requireHere(
  name: string,
  { challenges, port, signal }: Asking,
): Promise<void> {
  const token = randomBytes(24).toString('base64url')
  const text = randomBytes(24).toString('base64url')
  challenges.add(token, text)
  try {
    const url = new URL(`http://${name}:${port}/.well-known/acme-challenge/${token}`)
    const limit = AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)])
    const answer = await ask(url, limit).catch((error: unknown) => {
      throw new NotHereError(`${name} can't be reached on port ${port}: ${reasonOf(error)}.`)
    })
    if (answer !== text) {
      throw new NotHereError(`${name} leads to another server: it answers on port ${port}.`)
    }
  } finally {
    challenges.remove(token)
  }
}

/** @returns the body of the answer, or the beginning of one that is too long */
function ask(url: URL, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = get(url, { agent: false, signal }, (response) => {
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
    })
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
