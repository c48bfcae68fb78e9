/**
 * The pre-receive hook: how git asks us whether a push may be.
 *
 * `git receive-pack` runs a script of ours (never one of the repository), which connects to a socket
 * of this process, says what is to be moved and where the new objects lie in quarantine, and waits.
 * Script and socket live in a folder that only this user can enter.
 *
 * @see githooks(5), pre-receive; git-receive-pack(1), quarantine environment
 */
import { randomBytes } from 'node:crypto'
import { access, constants, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GitError } from './git-error.js'
import { isOid, oidOrNull } from './oid.js'
import type { Oid } from './oid.js'

/** A ref that a push wants to move. */
export interface PushUpdate {
  readonly ref: string
  /** Null for a new ref. */
  readonly from: Oid | null
  /** Null for one to be removed. */
  readonly to: Oid | null
}

/** What git asks: the moves, and the folder of the new objects. */
export interface PushQuestion {
  readonly updates: readonly PushUpdate[]
  /** Null where nothing was sent, as when a branch is removed. */
  readonly quarantine: string | null
}

/** Answers with the reason for a refusal, shown on the pusher's terminal, or null. */
export type PushAnswer = (question: PushQuestion) => Promise<string | null>

/** The hook's folder and socket. */
export interface PushHook {
  /** Folder for `core.hooksPath`. */
  readonly folder: string
  /**
   * Makes sure that git will ask: a hook that is gone or can't be run, it leaves out without a word.
   *
   * @throws GitError `failed`
   */
  requireRunnable(): Promise<void>
  /** Registers who answers for one push; gives the environment its `receive-pack` needs. */
  expect(answer: PushAnswer): { readonly env: Record<string, string>; forget(): void }
  close(): Promise<void>
}

const QUESTION_MAX = 16 * 1024 * 1024

// The script is plain text, so that it is the same from sources and from the compiled package.
const SCRIPT = `
import { connect } from 'node:net'
import { readFileSync } from 'node:fs'
const { GALLEY_PUSH_SOCKET: path, GALLEY_PUSH_TOKEN: token, GIT_QUARANTINE_PATH: quarantine } = process.env
const refuse = (reason) => {
  process.stderr.write(reason + '\\n')
  process.exitCode = 1
}
process.exitCode = 1
let text = ''
const socket = connect(path, () => socket.end(JSON.stringify({ token, quarantine: quarantine ?? '', input: readFileSync(0, 'utf8') })))
socket.setEncoding('utf8')
socket.on('data', (chunk) => (text += chunk))
socket.on('error', () => refuse('The server does not answer.'))
socket.on('end', () => {
  if (text === 'ok') process.exitCode = 0
  else refuse(text || 'The server refused the push.')
})
`

/** Makes the folder, writes the script and listens. */
export async function createPushHook(): Promise<PushHook> {
  // Socket paths are short (108 bytes), so the data folder, however deep, is no place for it.
  const folder = await mkdtemp(join(tmpdir(), 'galley-hook-'))
  const socketPath = join(folder, 'socket')
  await writeFile(join(folder, 'push.mjs'), SCRIPT)
  const shell = `#!/bin/sh\nexec ${quote(process.execPath)} ${quote(join(folder, 'push.mjs'))}\n`
  await writeFile(join(folder, 'pre-receive'), shell, { mode: 0o700 })
  const answers = new Map<string, PushAnswer>()
  const server = createServer({ allowHalfOpen: true }, (socket) => void converse(socket, answers))
  await listen(server, socketPath)
  server.unref()
  return {
    folder,
    requireRunnable: () => requireRunnable(join(folder, 'pre-receive')),
    expect(answer) {
      const token = randomBytes(32).toString('hex')
      answers.set(token, answer)
      const env = { GALLEY_PUSH_SOCKET: socketPath, GALLEY_PUSH_TOKEN: token }
      return { env, forget: () => void answers.delete(token) }
    },
    async close() {
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Folders for temporary files are swept by some machines, and mounted without execution by others. */
async function requireRunnable(script: string): Promise<void> {
  await access(script, constants.X_OK).catch((error: unknown) => {
    const reason = `Pushes can't be checked: ${script} is gone or can't be run (see TMPDIR).`
    throw new GitError('failed', reason, { cause: error })
  })
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
}

async function converse(socket: Socket, answers: ReadonlyMap<string, PushAnswer>): Promise<void> {
  try {
    const { token, question } = parseQuestion(await readAll(socket))
    const answer = answers.get(token)
    const reason = answer ? await answer(question) : 'The push is not expected.'
    socket.end(reason ?? 'ok')
  } catch {
    // Whatever went wrong, a push that was not looked at is not taken.
    socket.end('The push could not be checked; it was not taken.')
  }
}

async function readAll(socket: Socket): Promise<string> {
  let text = ''
  // The answer goes back by the same socket, so reading to the end must not close it.
  const chunks: AsyncIterable<Buffer> = socket.iterator({ destroyOnReturn: false })
  for await (const chunk of chunks) {
    text += chunk.toString()
    if (text.length > QUESTION_MAX) throw new Error('The question is too long.')
  }
  return text
}

function parseQuestion(text: string): { token: string; question: PushQuestion } {
  const message: unknown = JSON.parse(text)
  const field = (name: string): string => {
    const value: unknown =
      typeof message === 'object' && message !== null ? Reflect.get(message, name) : undefined
    if (typeof value !== 'string') throw new Error(`${name} is missing.`)
    return value
  }
  const lines = field('input')
    .split('\n')
    .filter((line) => line !== '')
  const question = { updates: lines.map(parseUpdate), quarantine: field('quarantine') || null }
  return { token: field('token'), question }
}

function parseUpdate(line: string): PushUpdate {
  const [from = '', to = '', ...ref] = line.split(' ')
  if (!isOid(from) || !isOid(to)) throw new Error('Not an update.')
  return { ref: ref.join(' '), from: oidOrNull(from), to: oidOrNull(to) }
}
