/** The answer to one HTTP request: how long it may take to come, and what is no answer at all. */

import type { ClientRequest, IncomingMessage } from 'node:http'
import { DeployError } from './deploy-error.js'

/** How many silences, each of which is short enough, make an answer too slow as a whole. */
const SILENCES = 4
/** What a body has to bring for each further millisecond: an answer that flows is never too slow. */
const BYTES_PER_MS = 8
/** Servers say once or twice that they go on reading (RFC 9110, 15.2); none says it without end. */
const MAX_INTERIM = 16

/**
 * Waits for the headers of the answer.
 *
 * @param timeout milliseconds of silence; 0 where the caller watches over the time
 * @throws DeployError `timed_out`; `bad_remote` where the server changes to another protocol or only
 *   says that an answer will come; or the system's error
 */
export function answerOf(request: ClientRequest, timeout: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let interim = 0
    let stop: (() => void) | null = null
    const end = () => {
      stop?.()
      stop = () => undefined
    }
    const refuse = (text: string) => request.destroy(new DeployError('bad_remote', text))
    request.on('error', reject)
    request.once('finish', () => {
      // An answer may come before all has been sent.
      stop ??= watchPace(request, timeout, () => 0)
    })
    request.once('response', (message) => {
      end()
      resolve(message)
    })
    request.once('close', () => {
      end()
      // Whatever else ended it has been told by now.
      reject(new DeployError('unreachable', 'the server gave no answer', { transient: true }))
    })
    request.once('upgrade', (_message, socket) => {
      // From here on the socket is nobody's, and an error that nobody hears would end the process.
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
    request.setTimeout(timeout, () =>
      request.destroy(
        new DeployError('timed_out', 'the server did not answer in time', { transient: true }),
      ),
    )
  })
}

/**
 * The whole body.
 *
 * @param limits bytes; milliseconds of silence, 0 for any
 * @throws DeployError `bad_remote` where it is longer, and is not read on; `timed_out` where it comes
 *   byte by byte
 */
export async function readBody(
  message: IncomingMessage,
  limits: { readonly bytes: number; readonly timeout: number },
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  const stop = watchPace(message, limits.timeout, () => size)
  try {
    for await (const chunk of message) {
      const bytes: Buffer = chunk
      size += bytes.length
      // What is thrown in here ends the connection.
      if (size > limits.bytes) throw tooLong(limits.bytes)
      chunks.push(bytes)
    }
  } finally {
    stop()
  }
  return Buffer.concat(chunks)
}

function tooLong(limit: number): DeployError {
  return new DeployError('bad_remote', `the server's answer is longer than ${limit} bytes`)
}

/** Ends what takes longer than its bytes can explain. @returns to be called when it has ended */
function watchPace(
  stream: ClientRequest | IncomingMessage,
  timeout: number,
  received: () => number,
): () => void {
  if (timeout === 0) return () => undefined
  const began = performance.now()
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    const allowed = SILENCES * timeout + received() / BYTES_PER_MS
    const left = allowed - (performance.now() - began)
    if (left > 0) timer = setTimeout(look, left)
    else stream.destroy(new DeployError('timed_out', 'the server answers too slowly'))
  }
  look()
  return () => clearTimeout(timer)
}
