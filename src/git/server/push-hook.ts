/**
 * The pre-receive hook: how git asks us whether a push may be.
 *
 * `git receive-pack` is started with one more descriptor, the end of a socket pair, which it passes on
 * to the hook (a script of ours, never one of the repository). The script writes there where the new
 * objects lie in quarantine and what is to be moved, and takes the answer from there. No other
 * process has the descriptor, so nobody else can ask or answer; where the server has gone, the
 * script reads the end instead of an answer and refuses.
 *
 * @see githooks(5), pre-receive; git-receive-pack(1), quarantine environment
 */
import { access, constants, mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { removeIfThere, temporaryName, writeTemporary } from '../../system/durable.js'
import { GitError } from '../program/git-error.js'
import { isOid, oidOrNull } from '../objects/oid.js'
import type { Oid } from '../objects/oid.js'

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
  /** Name below `objects/`; null where nothing was sent, as when a branch is removed. */
  readonly quarantine: string | null
}

/** Answers with the reason for a refusal, shown on the pusher's terminal, or null. */
export type PushAnswer = (question: PushQuestion) => Promise<string | null>

/** The descriptor that script and server agree upon. */
export const HOOK_DESCRIPTOR = 3

const QUESTION_MAX = 16 * 1024 * 1024
const LINES_READ = 20

// No program is started for a push of some refs; the shell reads bytes one by one, so many refs are
// copied by one. An empty line ends the question: names of refs are never empty.
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
} >&${HOOK_DESCRIPTOR}
IFS= read -r verdict <&${HOOK_DESCRIPTOR} || refuse 'The server does not answer. Nothing was changed; push again later.'
[ "$verdict" = taken ] && exit 0
while IFS= read -r line; do
  printf '%s\\n' "$line" >&2
done <&${HOOK_DESCRIPTOR}
exit 1
`

/**
 * Makes sure that git will ask: a hook that is gone or can't be run, it leaves out without a word.
 * Writes the script where it is missing or another one.
 *
 * @param folder absolute, for `core.hooksPath`; nothing else is kept there
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
 * Waits on the server's end of the descriptor for git's question, and answers it, once. Resolves
 * when that is done, or when the descriptor has ended; never rejects.
 *
 * @param mostRefs with more refs than these a push is refused before anything of it is looked at
 */
export async function converse(
  channel: Duplex,
  answer: PushAnswer,
  mostRefs = Number.POSITIVE_INFINITY,
): Promise<void> {
  // A hook that was killed reads no answer: git tells that by its end.
  channel.on('error', () => undefined)
  try {
    const question = await readQuestion(channel, mostRefs)
    if (question === null) return
    const reason =
      question.refs > mostRefs
        ? `These are ${question.refs} branches and tags; push at most ${mostRefs} at once.`
        : await answer(parseQuestion(question.text))
    channel.end(reason === null ? 'taken\n' : `refused\n${reason}\n`)
  } catch {
    // Whatever went wrong, a push that was not looked at is not taken.
    channel.end('refused\nThe push could not be checked; it was not taken.\n')
  }
}

/** Lines beside those of refs: the quarantine, and the end. */
const LINES_AROUND = 2

interface Question {
  readonly refs: number
  /** Not whole where there are more refs than are taken. */
  readonly text: string
}

/** Up to the empty line; null where git or its hook ended before. */
function readQuestion(channel: Duplex, mostRefs: number): Promise<Question | null> {
  return new Promise((resolve, reject) => {
    const pieces: string[] = []
    let [length, lines] = [0, 0]
    let tail = ''
    channel.setEncoding('utf8')
    channel.on('data', (piece: string) => {
      length += piece.length
      lines += linesIn(piece)
      tail = (tail + piece).slice(-2)
      // The rest of a question that is too long is taken, lest the hook wait, and not kept.
      if (length > QUESTION_MAX) reject(new GitError('too_large', 'The question is too long.'))
      else if (lines - LINES_AROUND <= mostRefs) pieces.push(piece)
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

// The empty line at the end, and the one that says that there is no quarantine, are no moves.
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
