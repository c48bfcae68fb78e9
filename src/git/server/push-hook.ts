/**
 * The pre-receive hook, by which git asks Galley whether to accept a push.
 *
 * `git receive-pack` is started with one end of a socket pair as an additional descriptor, and passes it on to the
 * hook. The hook is a script of Galley, never one of the repository. It writes the quarantine folder and the ref
 * updates to the socket, and reads the answer from it. No other process has the descriptor, so nobody else can ask or
 * answer. If the server has ended, the script reads no answer and refuses the push.
 *
 * @see githooks(5), pre-receive; git-receive-pack(1), quarantine environment
 */
import { access, constants, mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { removeIfThere, temporaryName, writeTemporary } from '../../system/durable.js'
import { GitError } from '../program/git-error.js'
import { CHANNEL_DESCRIPTOR } from '../program/git-process.js'
import { isOid, oidOrNull } from '../objects/oid.js'
import type { Oid } from '../objects/oid.js'

/** A ref update of a push. */
export interface PushUpdate {
  readonly ref: string
  /** Null for a new ref. */
  readonly from: Oid | null
  /** Null to remove the ref. */
  readonly to: Oid | null
}

/** The question of the hook: ref updates, and the quarantine folder. */
export interface PushQuestion {
  readonly updates: readonly PushUpdate[]
  /** Name of the folder below `objects/`; null if the push sends no objects, for example if it deletes a branch. */
  readonly quarantine: string | null
}

/** @returns the reason for a refusal, which the pusher sees in the terminal, or null */
export type PushAnswer = (question: PushQuestion) => Promise<string | null>

interface Conversation {
  /** A push of more refs is refused without a check. */
  readonly maxRefs?: number
  /** What the pusher is told of a push that is accepted; null for nothing. */
  readonly noteOf?: (updates: readonly PushUpdate[]) => string | null
}

const QUESTION_MAX = 16 * 1024 * 1024
const LINES_READ = 20

// The script starts no program for a push of a few refs. The shell reads byte by byte, so many refs are copied by a
// program. An empty line ends the question: ref names are never empty.
const SCRIPT = `#!/bin/sh
refuse() {
  printf '%s\\n' "$1" >&2
  exit 1
}
{
  printf '%s\\n' "\${GIT_QUARANTINE_PATH##*/}" || exit 1
  left=${LINES_READ}
  while [ "$left" -gt 0 ] && IFS= read -r line; do
    printf '%s\\n' "$line" || exit 1
    left=$((left - 1))
  done
  [ "$left" -gt 0 ] || cat || exit 1
  printf '\\n' || exit 1
} >&${CHANNEL_DESCRIPTOR}
IFS= read -r verdict <&${CHANNEL_DESCRIPTOR} || refuse 'The server does not answer. Nothing was changed; push again later.'
while IFS= read -r line; do
  printf '%s\\n' "$line" >&2
done <&${CHANNEL_DESCRIPTOR}
[ "$verdict" = taken ]
`

/**
 * Makes sure that git runs the hook: git silently ignores one that is missing or not executable. Writes the script if
 * it is missing or different.
 *
 * @param folder absolute, for `core.hooksPath`; contains nothing else
 * @throws GitError `failed`
 */
export async function requireHook(folder: string): Promise<void> {
  const script = join(folder, 'pre-receive')
  try {
    if (!(await isInPlace(script))) await writeHook(folder, script)
    await access(script, constants.X_OK)
  } catch (error) {
    const reason = `Pushes can't be checked: ${script} can't be written or run.`
    throw new GitError('failed', reason, { cause: error })
  }
}

async function isInPlace(script: string): Promise<boolean> {
  try {
    await access(script, constants.X_OK)
    return (await readFile(script, 'utf8')) === SCRIPT
  } catch {
    return false
  }
}

async function writeHook(folder: string, script: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = temporaryName(`${folder}.tmp_`)
  await writeTemporary({ path, mode: 0o700 }, (handle) => handle.writeFile(SCRIPT))
  await rename(path, script).catch(async (error: unknown) => {
    await removeIfThere(path)
    throw error
  })
}

/**
 * Waits for git's question and answers it once. Resolves after that, or when the descriptor is closed; never rejects.
 *
 * @returns the sentence with which such a push was refused, else null
 */
export async function converse(
  channel: Duplex,
  answer: PushAnswer,
  { maxRefs = Number.POSITIVE_INFINITY, noteOf }: Conversation = {},
): Promise<string | null> {
  // A killed hook reads no answer; git reports that by exiting.
  channel.on('error', () => undefined)
  try {
    const question = await readQuestion(channel, maxRefs)
    if (question === null) return null
    const limit =
      question.refs > maxRefs
        ? `These are ${question.refs} branches and tags; push at most ${maxRefs} at once.`
        : null
    if (limit !== null) {
      channel.end(`refused\n${limit}\n`)
      return limit
    }
    const asked = parseQuestion(question.text)
    const reason = await answer(asked)
    const note = noteOf?.(asked.updates) ?? null
    const accepted = note === null ? 'taken\n' : `taken\n${note}\n`
    channel.end(reason === null ? accepted : `refused\n${reason}\n`)
    return null
  } catch {
    // After any error, the push is refused: it was not checked.
    channel.end('refused\nThe push could not be checked; it was not taken.\n')
    return null
  }
}

/** Lines besides the refs: the quarantine, and the end. */
const LINES_AROUND = 2

interface Question {
  readonly refs: number
  /** Incomplete if there are too many refs. */
  readonly text: string
}

/** Reads up to the empty line; null if git or the hook ended before. */
function readQuestion(channel: Duplex, maxRefs: number): Promise<Question | null> {
  return new Promise((resolve, reject) => {
    const pieces: string[] = []
    let [length, lines] = [0, 0]
    let tail = ''
    channel.setEncoding('utf8')
    channel.on('data', (piece: string) => {
      length += piece.length
      lines += linesIn(piece)
      tail = (tail + piece).slice(-2)
      // The rest of a question that is too long is read, so that the hook does not block, and dropped.
      if (length > QUESTION_MAX) reject(new GitError('too_large', 'The question is too long.'))
      else if (lines - LINES_AROUND <= maxRefs) pieces.push(piece)
      if (tail === '\n\n') resolve({ refs: lines - LINES_AROUND, text: pieces.join('') })
    })
    channel.once('close', () => resolve(null))
    channel.once('end', () => resolve(null))
  })
}

function linesIn(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

// Neither the empty line at the end nor the one for "no quarantine" is a ref update.
function parseQuestion(text: string): PushQuestion {
  const [quarantine = '', ...lines] = text.slice(0, -2).split('\n')
  if (!/^[\w-]*$/.test(quarantine)) throw new GitError('failed', 'This is no quarantine.')
  const updates = lines.filter((line) => line !== '').map(parseUpdate)
  return { updates, quarantine: quarantine === '' ? null : quarantine }
}

function parseUpdate(line: string): PushUpdate {
  const [from = '', to = '', ...ref] = line.split(' ')
  if (!isOid(from) || !isOid(to)) throw new GitError('failed', 'This is no move of a ref.')
  return { ref: ref.join(' '), from: oidOrNull(from), to: oidOrNull(to) }
}
