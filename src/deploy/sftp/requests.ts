/** The requests of SFTP as promises, and what its status codes mean. */

import type { Readable } from 'node:stream'
import type { FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2'
import { concatYielding } from '../../system/yielding.js'
import type { Received } from '../files/file-store.js'
import { DeployError } from '../network/deploy-error.js'
import type { SshGuard } from './ssh-guard.js'

/** SFTP requests. Each promise is rejected if the connection closes before the answer. */
export interface Sftp {
  realpath(path: string): Promise<string>
  stat(path: string): Promise<Stats>
  /** Like `stat`, but of a link itself. */
  lstat(path: string): Promise<Stats>
  opendir(path: string): Promise<Buffer>
  /** The next entries of an open folder, without `.` and `..`; null at the end. */
  readdir(handle: Buffer): Promise<readonly FileEntryWithStats[] | null>
  read(path: string, limit: ReadLimit): Promise<Uint8Array>
  mkdir(path: string): Promise<void>
  rmdir(path: string): Promise<void>
  unlink(path: string): Promise<void>
  /** Opens for writing from the start, with mode 0644. */
  create(path: string): Promise<Buffer>
  write(handle: Buffer, bytes: Uint8Array, position: number): Promise<void>
  fstat(handle: Buffer): Promise<Stats>
  close(handle: Buffer): Promise<void>
  /** Renames a file; replaces an existing one. */
  replace(from: string, to: string): Promise<void>
}

/** Most bytes of a file that are read. */
export interface ReadLimit {
  readonly limit: number
  readonly received: Received | undefined
}

/** Status codes of draft-ietf-secsh-filexfer-02 §7. */
const STATUS_EOF = 1
const STATUS_NO_SUCH_FILE = 2
const STATUS_FAILURE = 4
const STATUS_UNSUPPORTED = 8

type Done<T> = (error?: Error | null, result?: T) => void

interface CallLimits {
  readonly guard: SshGuard
  /** Milliseconds without an answer to any request after which the connection is given up. */
  readonly timeout: number
}

/** @see Sftp */
export function sftpOf(wrapper: SFTPWrapper, limits: CallLimits): Sftp {
  const { call, noteAnswer } = callsOn(wrapper, limits)
  const chmod = { mode: 0o644 }
  const rename = (from: string, to: string) => call<void>((done) => wrapper.rename(from, to, done))
  const unlink = (path: string) => call<void>((done) => wrapper.unlink(path, done))
  const posixRename = (from: string, to: string) =>
    call<void>((done) => wrapper.ext_openssh_rename(from, to, done))
  return {
    realpath: (path) => call<string>((done) => wrapper.realpath(path, done)),
    stat: (path) => call<Stats>((done) => wrapper.stat(path, done)),
    lstat: (path) => call<Stats>((done) => wrapper.lstat(path, done)),
    opendir: (path) => call<Buffer>((done) => wrapper.opendir(path, done)),
    readdir: (handle) =>
      call<FileEntryWithStats[]>((done) => wrapper.readdir(handle, done)).catch(nullAtEnd),
    read: (path, { limit, received }) =>
      call<readonly Buffer[]>((done) => {
        const stream = wrapper.createReadStream(path, { end: limit })
        stream.on('data', (piece: Buffer) => {
          noteAnswer()
          received?.(piece.length)
        })
        collect(stream, limit, done)
      }).then(concatYielding),
    mkdir: (path) => call<void>((done) => wrapper.mkdir(path, { mode: 0o755 }, done)),
    rmdir: (path) => call<void>((done) => wrapper.rmdir(path, done)),
    unlink,
    create: (path) => call<Buffer>((done) => wrapper.open(path, 'w', chmod, done)),
    write: (handle, bytes, position) =>
      call<void>((done) =>
        wrapper.write(handle, Buffer.from(bytes), 0, bytes.length, position, done),
      ),
    fstat: (handle) => call<Stats>((done) => wrapper.fstat(handle, done)),
    close: (handle) => call<void>((done) => wrapper.close(handle, done)),
    async replace(from, to) {
      try {
        await posixRename(from, to)
      } catch (error) {
        if (!isUnsupported(error)) throw error
        await unlink(to).catch(unlessMissing)
        await rename(from, to)
      }
    },
  }
}

/** Reads a stream to its end, or to one byte more than allowed. */
function collect(stream: Readable, limit: number, done: Done<readonly Buffer[]>): void {
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  stream.once('error', done)
  stream.once('end', () => {
    const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    if (size <= limit) done(null, chunks)
    else
      done(
        new DeployError(
          'bad_remote',
          `a file is longer than the ${limit} bytes that are read of it`,
        ),
      )
  })
}

/**
 * Largest answer. All names in it are parsed at once, and this many bytes hold about ten thousand. Servers send a few hundred
 * (OpenSSH: 100, at most 61 kB). ssh2's own limit is twice as high.
 */
const MAX_ANSWER_BYTES = 128 * 1024

/** Sets the limit through a private property of ssh2 1.17. @throws Error if it does not exist */
function limitAnswers(wrapper: object): void {
  if (!('_maxInPktLen' in wrapper)) throw new Error('ssh2 has changed: answers cannot be limited')
  wrapper._maxInPktLen = MAX_ANSWER_BYTES
}

function endOf(error: Error | undefined): DeployError {
  if (error?.message.startsWith('Packet length ')) {
    return new DeployError(
      'bad_remote',
      `an answer of the server is longer than ${MAX_ANSWER_BYTES} bytes; update its SFTP software`,
    )
  }
  return new DeployError('unreachable', 'the connection was closed', { transient: true })
}

function callsOn(wrapper: SFTPWrapper, { guard, timeout }: CallLimits) {
  limitAnswers(wrapper)
  const pending = new Set<(error: Error) => void>()
  let end: Error | null = null
  let silence: NodeJS.Timeout | undefined
  /** A server that answers no request may still answer SSH's own signs of life. */
  const startSilence = () => {
    clearTimeout(silence)
    if (pending.size > 0) silence = setTimeout(() => guard.giveUp(), timeout)
  }
  const noteAnswer = () => {
    guard.noteAnswer()
    startSilence()
  }
  const finish = (error?: Error) => {
    clearTimeout(silence)
    end = guard.refusal() ?? endOf(error)
    for (const reject of pending) reject(end)
    pending.clear()
  }
  wrapper.once('close', () => finish())
  wrapper.once('end', () => finish())
  wrapper.on('error', finish)
  const call = <T>(start: (done: Done<T>) => unknown): Promise<T> =>
    new Promise((resolve, reject) => {
      if (end !== null) {
        reject(end)
        return
      }
      pending.add(reject)
      if (pending.size === 1) startSilence()
      guard.checkUnsent(unsentOf(wrapper))
      const done: Done<T> = (error, result) => {
        pending.delete(reject)
        noteAnswer()
        if (error) reject(guard.refusal() ?? requestFailure(error))
        else resolve(result as T)
      }
      try {
        start(done)
      } catch (error) {
        // ssh2 throws here if the server does not offer the extension.
        pending.delete(reject)
        startSilence()
        reject(error instanceof UnsupportedError ? error : new UnsupportedError(String(error)))
      }
    })
  return { call, noteAnswer }
}

/** Number of requests in the send buffer of a channel: a private property of ssh2 1.17. */
function unsentOf(wrapper: object): number {
  return '_buffer' in wrapper && Array.isArray(wrapper._buffer) ? wrapper._buffer.length : 0
}

/** The server does not support an extension. */
class UnsupportedError extends Error {}

function isUnsupported(error: unknown): boolean {
  return error instanceof UnsupportedError || statusOf(error) === STATUS_UNSUPPORTED
}

/** An answer with an error status. */
class StatusError extends DeployError {
  constructor(
    readonly status: number,
    clause: string,
  ) {
    super(codeFor(status), clause)
  }
}

function statusOf(error: unknown): number {
  return error instanceof StatusError ? error.status : -1
}

function codeFor(status: number): 'not_found' | 'forbidden' | 'remote_error' {
  if (status === STATUS_NO_SUCH_FILE) return 'not_found'
  return status === 3 ? 'forbidden' : 'remote_error'
}

function requestFailure(error: Error): Error {
  if (error instanceof DeployError) return error
  const status = 'code' in error && typeof error.code === 'number' ? error.code : null
  if (status === null) {
    return new DeployError('unreachable', `the connection broke (${error.message})`, {
      transient: true,
    })
  }
  return new StatusError(status, `the server answered "${error.message}" (${status})`)
}

/** True if the server answered that there is no such file or folder. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === STATUS_NO_SUCH_FILE
}

/** True for the unspecific `SSH_FX_FAILURE`, which servers also send if the disk is full. */
export function isGeneralFailure(error: unknown): boolean {
  return statusOf(error) === STATUS_FAILURE
}

function nullAtEnd(error: unknown): null {
  if (statusOf(error) === STATUS_EOF) return null
  throw error
}

function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}

/** Size in bytes, or null if the server does not tell. */
export function sizeOf(stats: Stats): number | null {
  return Number.isSafeInteger(stats.size) ? stats.size : null
}
