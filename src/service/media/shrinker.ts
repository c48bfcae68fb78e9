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

/** From the child: WebP, or why there is none. */
export type FromShrinkChild =
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
/** Of one image; a start of the child is among it. */
const IMAGE_MS = 30_000

/** @param imageMs longest time of one image */
export function createShrinker(imageMs = IMAGE_MS): Shrinker {
  let child: ChildProcess | null = null
  let made = 0
  let number = 0
  let idle: NodeJS.Timeout | undefined
  const end = () => {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = null
    made = 0
  }
  return {
    close: end,
    async shrink(file, width) {
      clearTimeout(idle)
      if (made >= MOST_IMAGES) end()
      child ??= startChild()
      number += 1
      made += 1
      try {
        return await ask(child, { number, file, width }, imageMs)
      } catch (error) {
        // What it did to the child nobody knows.
        end()
        throw error
      } finally {
        if (child) idle = setTimeout(end, IDLE_MS).unref()
      }
    },
  }
}

function startChild(): ChildProcess {
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
  return child
}

function ask(child: ChildProcess, request: ToShrinkChild, imageMs: number): Promise<Buffer> {
  return new Promise<Buffer>((resolve, reject) => {
    const fail = (reason: string) => settle(() => reject(new ShrinkError(reason)))
    const onMessage = (answer: FromShrinkChild) => {
      if (answer.number !== request.number) return
      if ('error' in answer) fail(answer.error)
      else settle(() => resolve(Buffer.from(answer.data)))
    }
    const onEnd = () => fail('the process ended: too much memory or CPU time, or a fault')
    const timer = setTimeout(() => fail(`it took more than ${imageMs / 1000} seconds`), imageMs)
    const settle = (tell: () => void) => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd)
      tell()
    }
    child.on('message', onMessage).once('exit', onEnd).once('error', onEnd)
    child.send(request, (error) => {
      if (error !== null) onEnd()
    })
  })
}
