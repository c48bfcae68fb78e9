/** Reads the answer to one HTTP request, with limits on time and size. */

import type { ClientRequest, IncomingMessage } from 'node:http'
import { concatYielding } from '../../system/yielding.js'
import { DeployError } from './deploy-error.js'

/** Time limit for a whole answer without regard to its size, as a multiple of the timeout for silence. */
const SILENCES = 4
/** Bytes that a body must bring for each further millisecond, so that a steady download is never too slow. */
const BYTES_PER_MS = 8
/** Interim answers (RFC 9110 §15.2). Real servers send one or two. */
const MAX_INTERIM = 16

/**
 * Waits for the headers of the answer.
 *
 * @param timeout milliseconds of silence; 0 if the caller limits the time
 * @throws DeployError `timed_out`; `bad_remote` if the server changes the protocol or sends only interim answers; or
 *   the error of the system
 */
export function answerOf(request: ClientRequest, timeout: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let interim = 0
    let answer: IncomingMessage | null = null
    let stop: (() => void) | null = null
    const end = () => {
      stop?.()
      stop = () => undefined
    }
    const refuse = (text: string) => request.destroy(new DeployError('bad_remote', text))
    request.on('error', reject)
    request.once('finish', () => {
      // The answer may come before the request is sent completely.
      stop ??= watchPace(request, { timeout, silences: SILENCES }, () => 0)
    })
    request.once('response', (message) => {
      end()
      answer = message
      resolve(message)
    })
    request.once('close', () => {
      end()
      // Other reasons have been reported by now.
      reject(new DeployError('unreachable', 'the server gave no answer', { transient: true }))
    })
    request.once('upgrade', (_message, socket) => {
      // Nobody uses the socket from here on, and an unhandled error event would end the process.
      socket.on('error', () => undefined)
      socket.destroy()
      end()
      const what = 'the server answered 101 (switching protocols)'
      reject(new DeployError('bad_remote', `${what} without being asked`))
    })
    request.on('information', () => {
      interim += 1
      if (interim > MAX_INTERIM)
        refuse('the server sends only interim answers (100) and no final one')
    })
    request.setTimeout(timeout, () => {
      const text = 'the server did not answer in time'
      // Whoever reads an answer learns the reason only from the answer itself.
      const stream = answer ?? request
      stream.destroy(new DeployError('timed_out', text, { transient: true }))
    })
  })
}

export interface ReadOptions {
  /** How many times the longest silence the body may take in all; 4 unless given. */
  readonly silences?: number
  /** Called with the bytes of each piece. */
  readonly received?: ((bytes: number) => void) | undefined
}

/**
 * Reads the whole body.
 *
 * @param options limit in bytes; milliseconds of silence, 0 for no limit
 * @throws DeployError `bad_remote` if it is longer (the rest is not read); `timed_out` if it comes too slowly
 */
export async function readBody(
  message: IncomingMessage,
  options: ReadOptions & { readonly bytes: number; readonly timeout: number },
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  const { timeout, silences = SILENCES, received } = options
  const stop = watchPace(message, { timeout, silences }, () => size)
  try {
    for await (const chunk of message) {
      const bytes: Buffer = chunk
      size += bytes.length
      // An exception here closes the connection.
      if (size > options.bytes) throw tooLong(options.bytes)
      received?.(bytes.length)
      chunks.push(bytes)
    }
  } finally {
    stop()
  }
  return concatYielding(chunks)
}

function tooLong(limit: number): DeployError {
  return new DeployError('bad_remote', `the server's answer is longer than ${limit} bytes`)
}

/** Ends a download that is slower than the limits allow. @returns to be called at its end */
function watchPace(
  stream: ClientRequest | IncomingMessage,
  { timeout, silences }: { readonly timeout: number; readonly silences: number },
  received: () => number,
): () => void {
  if (timeout === 0) return () => undefined
  const began = performance.now()
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    const allowed = silences * timeout + received() / BYTES_PER_MS
    const left = allowed - (performance.now() - began)
    if (left > 0) timer = setTimeout(look, left)
    else stream.destroy(new DeployError('timed_out', 'the server answers too slowly'))
  }
  look()
  return () => clearTimeout(timer)
}
