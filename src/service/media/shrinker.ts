/**
 * Makes thumbnails in child processes with limits on memory and CPU time, and a time limit for each image. A hostile
 * file costs a child process and affects nobody else.
 */

import { fork, type ChildProcess } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { limitedProgram } from '../../system/limited-program.js'

/** A message to the child. */
export interface ToShrinkChild {
  readonly number: number
  /** Path of the image. */
  readonly file: string
  /** Width in pixels; the height is at most twice that. */
  readonly width: number
}

/** A message from the child: that it has started; then for each image the WebP, or why there is none. */
export type FromShrinkChild =
  | { readonly isReady: true }
  | { readonly number: number; readonly data: Uint8Array }
  | { readonly number: number; readonly error: string }

/** Says why an image has no thumbnail; for the log. */
export class ShrinkError extends Error {
  override readonly name = 'ShrinkError'
}

/** Handles one image at a time. */
export interface Shrinker {
  /** @throws ShrinkError if the image cannot be read, or exceeds a limit */
  shrink(file: string, width: number): Promise<Buffer>
  close(): void
}

const MEMORY_MB = 1024
const HEAP_MB = 64
/** CPU time limit of a child process. */
const CPU_SECONDS = 120
/** Images per child process, and its lifetime without work. */
const MAX_IMAGES = 16
const IDLE_MS = 20_000
/** Time limit of one image. */
const IMAGE_MS = 30_000
/** Time limit of a start; long, because the machine may be busy. */
const START_MS = 120_000

/** The child process ended. The image need not be the reason: the system also ends processes. */
class ChildEnded extends ShrinkError {}

/** @param imageMs time limit of one image */
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
    if (made >= MAX_IMAGES) end()
    child ??= startChild()
    number += 1
    made += 1
    try {
      await child.started
      return await ask(child.process, { number, file, width }, imageMs)
    } catch (error) {
      // The child may be damaged by the image.
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
  /** Rejects with a ShrinkError if the child does not start. */
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
  // An idle child does not keep a stopping server alive; a waiting caller does.
  child.unref()
  child.channel?.unref()
  // An error is ignored while nobody waits.
  child.on('error', () => undefined)
  const started = answerOf(child, START_MS, (answer) => 'isReady' in answer)
  // The waiting caller gets the error.
  started.catch(() => undefined)
  return { process: child, started }
}

async function ask(child: ChildProcess, request: ToShrinkChild, imageMs: number): Promise<Buffer> {
  const isOurs = (answer: FromShrinkChild) => 'number' in answer && answer.number === request.number
  const answered = answerOf(child, imageMs, isOurs)
  // If sending fails, the child is ending.
  child.send(request, () => undefined)
  const answer = await answered
  if ('data' in answer) return Buffer.from(answer.data)
  throw new ShrinkError('error' in answer ? answer.error : 'no answer')
}

/** Waits for an answer. @throws ShrinkError if it takes too long; ChildEnded if the child ends */
function answerOf(
  child: ChildProcess,
  maxMs: number,
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
      () => settle(() => reject(new ShrinkError(`it took more than ${maxMs / 1000} seconds`))),
      maxMs,
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
