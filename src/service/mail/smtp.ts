/** Hands letters to the SMTP server of the settings. The operator chose it, so it may have any address, also a private one. */

import { isIP } from 'node:net'
import type { Transporter } from 'nodemailer'
import { isMailable, type Letter } from './letter.js'

/** The settings; without a URL, no mail is sent. */
export interface SmtpSettings {
  /** `smtp://user:password@host:587`; with `smtps`, TLS from the first byte. Empty for none. */
  readonly smtpUrl: string
  readonly mailFrom: string
}

export interface Smtp {
  /** @throws SmtpError */
  send(letter: Omit<Letter, 'isCurrent'>, signal: AbortSignal): Promise<void>
  /** Connects and signs in, and sends nothing. @throws SmtpError */
  check(): Promise<void>
}

/** Why a letter was not taken, in one sentence without secrets. */
export class SmtpError extends Error {
  override readonly name = 'SmtpError'

  constructor(
    message: string,
    /** True if another try would be answered in the same way. */
    readonly isFinal: boolean,
  ) {
    super(message)
  }
}

/** Time limits in milliseconds: for each step, and for everything. */
const STEP_MS = 15_000
const WHOLE_MS = 60_000
const LIMITS = {
  connectionTimeout: STEP_MS,
  greetingTimeout: STEP_MS,
  socketTimeout: STEP_MS,
  dnsTimeout: STEP_MS,
  disableFileAccess: true,
  disableUrlAccess: true,
} as const
/** Longest part of a server's answer that is kept. */
const MAX_ANSWER = 300

export function createSmtp({ smtpUrl, mailFrom }: SmtpSettings): Smtp {
  const withTransport = async (
    work: (transport: Transporter, limit: AbortSignal) => Promise<unknown>,
  ): Promise<void> => {
    // Most servers send nothing for days.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ ...placeOf(smtpUrl), ...LIMITS })
    const limit = AbortSignal.timeout(WHOLE_MS)
    try {
      await work(transport, limit)
    } catch (error) {
      throw explained(error, limit.aborted)
    } finally {
      transport.close()
    }
  }
  return {
    async send({ to, subject, text }, signal) {
      if (!isMailable(to)) throw new SmtpError('No mail can go to such an address.', true)
      await withTransport((transport, limit) =>
        transport.sendMail({
          from: { name: 'Galley', address: mailFrom },
          to: { name: '', address: to },
          envelope: { from: mailFrom, to: [to] },
          subject,
          text,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.any([signal, limit]),
        }),
      )
    },
    check: () => withTransport((transport) => transport.verify()),
  }
}

/** Where the server is, and how it is spoken to. */
function placeOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'smtps:'
  const isHere =
    host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
  return {
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // A password goes through TLS only, unless it stays on this machine.
    requireTLS: !secure && username !== '' && !isHere,
    // A mail server on this machine has a certificate of its own making.
    ...(isHere && { tls: { rejectUnauthorized: false } }),
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  }
}

function explained(error: unknown, isOverdue: boolean): SmtpError {
  if (isOverdue) return new SmtpError('The mail server took too long.', false)
  const { responseCode, code, message } = Object(error)
  const text = String(message)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  // Who can't sign in may not have been let in yet: the operator mends that, and the letter can still go.
  const isRefused = Number(responseCode) >= 500 && code !== 'EAUTH'
  return new SmtpError(`The mail server: ${text}`.slice(0, MAX_ANSWER), isRefused)
}
