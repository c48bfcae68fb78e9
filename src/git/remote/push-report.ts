/** Reads a git host's report about a push. */

import { packetText, readPackets, sizeOf } from '../protocol/packet-line.js'
import type { Remote } from './http.js'
import { RemoteError, remoteText } from './http.js'
import { demultiplex } from './refs.js'

/** Longest report in bytes. It is about a single branch. */
const REPORT_MAX = 1024 * 1024

interface Answer {
  readonly answer: AsyncIterable<Uint8Array>
  readonly banded: boolean
  readonly ref: string
}

/** @throws RemoteError `refused` with the reason of the remote; `io` if there is no report; `too_large` */
export async function readReport(options: Remote, { answer, banded, ref }: Answer): Promise<void> {
  let messages = ''
  const keep = (text: string): void => {
    messages = `${messages}${text}`.slice(-1000)
  }
  const lines = banded
    ? readPackets(demultiplex(options, readPackets(answer), keep))
    : readPackets(answer)
  let isMoved = false
  let size = 0
  for await (const packet of lines) {
    size += sizeOf(packet)
    if (size > REPORT_MAX) {
      const text = `the server's report of one branch is longer than ${REPORT_MAX} bytes`
      throw new RemoteError('too_large', text)
    }
    const line = packet === null ? '' : packetText(packet)
    if (line === `ok ${ref}`) isMoved = true
    const refused = /^(?:ng \S+|unpack) (?!ok$)(.*)/.exec(line)
    if (!refused) continue
    const reason = [refused[1] ?? '', messages.trim()].filter((text) => text !== '').join(': ')
    throw new RemoteError('refused', `the server refused it (${remoteText(options, reason)})`)
  }
  if (!isMoved) {
    throw new RemoteError('io', 'the server did not say what it did', { transient: true })
  }
}
