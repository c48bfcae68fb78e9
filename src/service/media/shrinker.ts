/**
 * Makes small pictures of images in child processes, each with a limit on its memory and CPU time, and
 * each image with a limit on its time: a hostile file costs a child, and nobody else notices.
 */

import { fork, type ChildProcess } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { limitedProgram } from '../../system/limited-program.js'

/** To the child. */
export interface ToShrinkChild {
  readonly number: number
  /** The image, on disk. */
  readonly file: string
  /** Pixels; the height is at most twice that. */
  readonly width: number
}

/** From the child: that it has started; then WebP of each image, or why there is none. */
export type FromShrinkChild =
  | { readonly isReady: true }
  | { readonly number: number; readonly data: Uint8Array }
  | { readonly number: number; readonly error: string }

/** Why there is no small picture of an image, as the log has it. */
export class ShrinkError extends Error {
  override readonly name = 'ShrinkError'
}

/** One lane of work: one image at a time. */
export interface Shrinker {
  /** @throws ShrinkError for an image that can't be read, or takes too much */
  shrink(file: string, width: number): Promise<Buffer>
  close(): void
}

const MEMORY_MB = 1024
const HEAP_MB = 64
/** Of one child, whatever it is given. */
const CPU_SECONDS = 120
/** One child makes so many, and lives so long without work. */
const MOST_IMAGES = 16
const IDLE_MS = 20_000
/** Of one image. */
const IMAGE_MS = 30_000
/** Of a start, which is nobody's fault: a machine may be busy. */
const START_MS = 120_000

/** The child is gone, and whether the image is the reason nobody knows: the system ends processes too. */
class ChildEnded extends ShrinkError {}

/** @param imageMs longest time of one image */
export function createShrinker(imageMs = IMAGE_MS): Shrinker {
  let child: Child | null = null
  let made = 0
  let number = 0
  let idle: NodeJS.Timeout | undefined
  const end = () => {
    clearTimeout(idle)
    child?.process.kill('SIGKILL')
    child = null
    made = 0
  }
  const shrinkOnce: Shrinker['shrink'] = async (file, width) => {
    clearTimeout(idle)
    if (made >= MOST_IMAGES) end()
    child ??= startChild()
    number += 1
    made += 1
    try {
      await child.started
      return await ask(child.process, { number, file, width }, imageMs)
    } catch (error) {
      // What it did to the child nobody knows.
      end()
      throw error
    } finally {
      if (child) idle = setTimeout(end, IDLE_MS).unref()
    }
  }
  return {
    close: end,
    shrink: (file, width) =>
      shrinkOnce(file, width).catch((error: unknown) => {
        if (error instanceof ChildEnded) return shrinkOnce(file, width)
        throw error
      }),
  }
}

interface Child {
  readonly process: ChildProcess
  /** Rejects with a ShrinkError where it does not come to that. */
  readonly started: Promise<unknown>
}

function startChild(): Child {
  const self = fileURLToPath(import.meta.url)
  const extension = extname(self)
  // Run from TypeScript (tests), the child needs the same loader; compiled, it needs none.
  const loader = extension === '.ts' ? ['--import=tsx'] : []
  const { file, args } = limitedProgram(
    { file: process.execPath, args: [...loader, `--max-old-space-size=${HEAP_MB}`] },
    { memoryMb: MEMORY_MB, cpuSeconds: CPU_SECONDS, fileMb: 1 },
  )
  const child = fork(fileURLToPath(new URL(`./shrink-child${extension}`, import.meta.url)), [], {
    execPath: file,
    execArgv: [...args],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  })
  // It does not keep a server that stops; who waits for an image does.
  child.unref()
  child.channel?.unref()
  // One that is ended while nobody waits for it is no error of anybody.
  child.on('error', () => undefined)
  const started = answerOf(child, START_MS, (answer) => 'isReady' in answer)
  // Who waits for it learns of it.
  started.catch(() => undefined)
  return { process: child, started }
}

async function ask(child: ChildProcess, request: ToShrinkChild, imageMs: number): Promise<Buffer> {
  const isOurs = (answer: FromShrinkChild) => 'number' in answer && answer.number === request.number
  const answered = answerOf(child, imageMs, isOurs)
  // Where it can't be sent, the child is ending.
  child.send(request, () => undefined)
  const answer = await answered
  if ('data' in answer) return Buffer.from(answer.data)
  throw new ShrinkError('error' in answer ? answer.error : 'no answer')
}

/** The first such answer. @throws ShrinkError where it takes longer, ChildEnded where there is none */
function answerOf(
  child: ChildProcess,
  mostMs: number,
  isIt: (answer: FromShrinkChild) => boolean,
): Promise<FromShrinkChild> {
  return new Promise((resolve, reject) => {
    const onMessage = (answer: FromShrinkChild) => {
      if (isIt(answer)) settle(() => resolve(answer))
    }
    const onEnd = () =>
      settle(() =>
        reject(new ChildEnded('the process ended: too much memory or CPU time, or a fault')),
      )
    const timer = setTimeout(
      () => settle(() => reject(new ShrinkError(`it took more than ${mostMs / 1000} seconds`))),
      mostMs,
    )
    const settle = (tell: () => void) => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd)
      tell()
    }
    child.on('message', onMessage).once('exit', onEnd).once('error', onEnd)
    if (child.exitCode !== null || child.signalCode !== null) onEnd()
  })
}
