/** A real SMTP server on loopback, and servers that behave badly. */

import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail as it came. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Header and body, as they were sent. */
  readonly raw: string
  /** The text, decoded. */
  readonly text: string
  readonly subject: string
}

export interface MailServer {
  readonly url: string
  readonly mails: ReceivedMail[]
  /** Answers each mail with this until it is null again. */
  refuseWith(answer: { readonly code: number; readonly text: string } | null): void
  /** The mails to an address. */
  to(address: string): readonly ReceivedMail[]
  close(): Promise<void>
}

/** @param login user name and password that it asks for */
export async function startMailServer(login?: {
  readonly user: string
  readonly pass: string
}): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  let refusal: { code: number; text: string } | null = null
  const refused = () =>
    refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code })
  const server = new SMTPServer({
    authOptional: login === undefined,
    allowInsecureAuth: true,
    hideSTARTTLS: login !== undefined,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.pass
        ? done(null, { user: username })
        : done(new Error('Wrong name or password')),
    onRcptTo: (_address, _session, done) => done(refused()),
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        mails.push({ from, to, ...read(Buffer.concat(parts).toString('utf8')) })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const credentials = login ? `${login.user}:${encodeURIComponent(login.pass)}@` : ''
  return {
    url: `smtp://${credentials}127.0.0.1:${port}`,
    mails,
    refuseWith: (answer) => void (refusal = answer),
    to: (address) => mails.filter((mail) => mail.to.includes(address)),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function read(raw: string): Pick<ReceivedMail, 'raw' | 'text' | 'subject'> {
  const end = raw.indexOf('\r\n\r\n')
  const head = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ')
  const body = raw.slice(end + 4)
  const encoding = /^Content-Transfer-Encoding: (\S+)/im.exec(head)?.[1] ?? '7bit'
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? quoted(body)
        : body
  const subject = /^Subject: (.*)$/im.exec(head)?.[1] ?? ''
  return { raw, text, subject: words(subject) }
}

function quoted(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** Encoded words of a header (RFC 2047). */
function words(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, kind: string, value: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(value, 'base64').toString('utf8')
        : quoted(value.replaceAll('_', ' ')),
    )
}

/** The secret of the link in a letter. */
export function secretIn(text: string): string {
  return /\/admin\/[a-z]+#([0-9a-f]{64})/.exec(text)?.[1] ?? ''
}

/** A server that does to each connection what it is told. */
export async function startBadMailServer(
  behave: (socket: Socket) => void,
): Promise<{ readonly url: string; readonly connections: () => number; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  let count = 0
  const server: Server = createServer((socket) => {
    count += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    behave(socket)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    connections: () => count,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}
