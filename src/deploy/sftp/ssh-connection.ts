/** Opens connections to SSH servers: checks the host key, then logs in. */

import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { Client, type ConnectConfig, type ServerHostKeyAlgorithm } from 'ssh2'
import { asDeployError, cancelled, codeOf, DeployError } from '../network/deploy-error.js'
import { connectGuarded, type Outgoing } from '../network/outgoing.js'
import {
  compressions,
  createNegotiation,
  isNoSuchKind,
  keyExchanges,
  type Negotiation,
} from './algorithms.js'
import { guardSsh, type SshGuard } from './ssh-guard.js'

/** The server, and how to log in. */
export interface SshAccount {
  readonly host: string
  readonly port: number
  readonly username: string
  /** Also the passphrase of `privateKey`, if that has one. */
  readonly password?: string
  /** In OpenSSH form, PKCS#1 or SEC 1. */
  readonly privateKey?: string
  /** `SHA256:` and base64, as OpenSSH prints it. Without it, any host key is accepted. */
  readonly hostKey?: string
}

export interface SshConnection {
  readonly client: Client
  /** Fingerprint of the host key that the server has. */
  readonly hostKey: string
  readonly guard: SshGuard
}

/** Kinds of host key, best first. A pinned key may be of any kind. */
const keyKinds: readonly (readonly ServerHostKeyAlgorithm[])[] = [
  ['ssh-ed25519'],
  ['ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521'],
  ['rsa-sha2-512', 'rsa-sha2-256'],
]

/** The fingerprint of a public key, as OpenSSH writes it: `SHA256:` and base64 without padding. */
export function fingerprint(key: Uint8Array): string {
  return `SHA256:${createHash('sha256')
    .update(key)
    .digest('base64')
    .replace(/(?<!=)=+$/, '')}`
}

function normalize(hostKey: string): string {
  return `SHA256:${hostKey
    .trim()
    .replace(/^SHA256:/i, '')
    .replace(/(?<!=)=+$/, '')}`
}

/**
 * Connects and logs in. The host key is checked before any credential is sent. If it differs from the pinned one, the
 * server's keys of the other kinds are tried before the connection is refused.
 *
 * @throws DeployError `host_key_changed`, `login_refused`, `bad_options` for a private key that cannot be read
 */
export async function connectSsh(
  account: SshAccount,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<SshConnection> {
  const pinned = account.hostKey === undefined ? null : normalize(account.hostKey)
  const kinds = pinned === null ? [keyKinds.flat()] : keyKinds
  let found: string | null = null
  for (const kind of kinds) {
    const socket = await connectGuarded(outgoing, { ...account, signal })
    const attempt = { account, outgoing, signal, socket, pinned, kind: [...kind] }
    const result = await handshake(attempt)
    if ('client' in result) return result
    found ??= result.found
  }
  throw new DeployError(
    'host_key_changed',
    `the host key of the server is ${found ?? '(none of a known kind)'} and not the pinned ` +
      `${pinned ?? ''}; if the server really has a new key, set host_key to it`,
  )
}

interface Handshake {
  readonly account: SshAccount
  readonly outgoing: Outgoing
  readonly signal: AbortSignal
  readonly socket: Socket
  readonly pinned: string | null
  readonly kind: ServerHostKeyAlgorithm[]
}

type HandshakeResult = SshConnection | { readonly found: string | null }

async function handshake(attempt: Handshake): Promise<HandshakeResult> {
  const { signal, socket, pinned } = attempt
  const negotiation = createNegotiation()
  let found: string | null = null
  const client = new Client()
  // ssh2 may emit several errors for one cause; the pending requests report them.
  client.on('error', () => undefined)
  const destroy = () => {
    client.destroy()
    socket.destroy()
  }
  signal.addEventListener('abort', destroy, { once: true })
  client.once('close', () => signal.removeEventListener('abort', destroy))
  const verify = (key: Buffer) => {
    found = fingerprint(key)
    return pinned === null || found === pinned
  }
  try {
    const guard = await logIn(client, configOf(attempt, negotiation, verify), attempt)
    return { client, hostKey: found ?? '', guard }
  } catch (error) {
    destroy()
    if (signal.aborted) throw cancelled()
    const isOtherKey = pinned !== null && found !== pinned
    if (isOtherKey && (found !== null || isNoSuchKind(error))) return { found }
    throw negotiation.failure(error) ?? sshFailure(error)
  }
}

function configOf(
  attempt: Handshake,
  negotiation: Negotiation,
  verify: (key: Buffer) => boolean,
): ConnectConfig {
  const { account, outgoing, socket, kind } = attempt
  const { username, password, privateKey } = account
  return {
    sock: socket,
    username,
    ...(password === undefined ? {} : { password }),
    ...(privateKey === undefined ? {} : { privateKey }),
    ...(privateKey === undefined || password === undefined ? {} : { passphrase: password }),
    tryKeyboard: password !== undefined,
    readyTimeout: outgoing.timeout,
    keepaliveInterval: Math.ceil(outgoing.timeout / 3),
    keepaliveCountMax: 2,
    hostVerifier: verify,
    algorithms: { serverHostKey: kind, kex: keyExchanges, compress: compressions },
    debug: negotiation.hear,
  }
}

async function logIn(
  client: Client,
  config: ConnectConfig,
  { socket, signal }: Handshake,
): Promise<SshGuard> {
  try {
    client.connect(config)
  } catch {
    // ssh2 throws at once for a key that it cannot parse; its text may quote the key.
    throw new DeployError(
      'bad_options',
      'the private key cannot be read: it is not in OpenSSH, PEM, PKCS#8 or PuTTY form, or the password is not its passphrase',
    )
  }
  const guard = guardSsh(client, socket)
  answerQuestions(client, config.password ?? '')
  await new Promise<void>((resolve, reject) => {
    client.once('ready', resolve)
    client.once('error', (error) => reject(guard.refusal() ?? error))
    client.once('close', () => {
      const lost = new DeployError('unreachable', 'the server closed the connection', {
        transient: true,
      })
      reject(signal.aborted ? cancelled() : (guard.refusal() ?? lost))
    })
  })
  guard.noteAnswer()
  return guard
}

/**
 * Answers a server that asks for the password by questions (RFC 4256), as those with PAM do: the first question whose
 * answer is not shown is taken for it. Any other one, such as for a code by telephone, gets an empty answer.
 */
function answerQuestions(client: Client, password: string): void {
  let isAsked = false
  client.on('keyboard-interactive', (...[, , , prompts, answer]) => {
    const answers = prompts.map(({ echo }) => {
      const isPassword = !isAsked && echo !== true
      isAsked ||= isPassword
      return isPassword ? password : ''
    })
    answer(answers)
  })
}

/** Where in the protocol an error of ssh2 happened. */
function levelOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('level' in error)) return ''
  return typeof error.level === 'string' ? error.level : ''
}

/** Converts any error of an SSH connection. */
export function sshFailure(error: unknown): DeployError {
  if (error instanceof DeployError) return error
  const level = levelOf(error)
  if (level === 'client-authentication') {
    return new DeployError('login_refused', 'the user name, password or key was refused')
  }
  if (level === 'client-timeout') {
    return new DeployError('timed_out', 'the server did not answer in time', { transient: true })
  }
  if (codeOf(error) !== '') return asDeployError(error)
  const text = error instanceof Error ? error.message : String(error)
  return new DeployError('unreachable', `the connection broke (${text})`, { transient: true })
}
