/**
 * Ends a compilation of Sass that takes too long or too much memory, by killing its process: the
 * language has loops without end, and the process is none that the limits of the build reach.
 */

import { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { BuildError } from '../base/build-error.js'

/** What one style sheet may cost. */
export interface SassLimits {
  /** Milliseconds of wall time; without it there is no such limit. */
  readonly milliseconds?: number | undefined
  /** Bytes in memory of the compiler's process; where the system does not tell, no limit. */
  readonly bytes: number
}

/** A compiler's style sheets take up to 300 MB; no real one takes as much as this. */
export const MAX_BYTES = 1024 * 1024 * 1024

const LOOK_EVERY_MS = 100

/** Result of a compilation. @throws BuildError at a limit; the process is dead then */
export function withinLimits<Result>(
  work: Promise<Result>,
  { compiler, path, limits }: { compiler: object; path: string | null; limits: SassLimits },
): Promise<Result> {
  const child = processOf(compiler)
  const end = performance.now() + (limits.milliseconds ?? Infinity)
  return new Promise((resolve, reject) => {
    const stop = (message: string) => {
      child?.kill('SIGKILL')
      reject(new BuildError(message, { path }))
    }
    const look = () => {
      if (performance.now() > end) stop(tooLong(limits))
      else if (memoryOf(child) > limits.bytes) stop(tooMuch(limits))
    }
    const timer = setInterval(look, LOOK_EVERY_MS)
    const onExit = () => {
      clearInterval(timer)
      reject(endedError(path))
    }
    if (isDead(compiler)) reject(endedError(path))
    void work.then(resolve, reject).finally(() => {
      clearInterval(timer)
      // One compiler has all style sheets of a build, and of a preview for as long as it lives.
      child?.removeListener('exit', onExit)
    })
    child?.once('exit', onExit)
  })
}

/** Whether its process has ended. */
export function isDead(compiler: object): boolean {
  const child = processOf(compiler)
  return child !== null && (child.killed || child.exitCode !== null || child.signalCode !== null)
}

/** A compiler that falls over says much of its own insides: nothing of it is for our standard error. */
export function silenceCompiler(compiler: object): void {
  const child = processOf(compiler)
  child?.stderr?.removeAllListeners('data').resume()
  // It may end while something is written to it.
  child?.stdin?.on('error', () => {})
}

/** Ends a compiler at once, whatever it does. */
export function killCompiler(compiler: object): void {
  processOf(compiler)?.kill('SIGKILL')
}

const endedError = (path: string | null) =>
  new BuildError(
    'The style sheet compiler stopped, probably out of memory; look for loops and @extend that multiply rules.',
    { path },
  )

const ADVICE = 'look for loops and @extend that multiply rules'

const tooLong = ({ milliseconds = 0 }: SassLimits) =>
  `The style sheet takes longer than ${milliseconds / 1000} seconds; ${ADVICE}.`

const tooMuch = ({ bytes }: SassLimits) =>
  `The style sheet takes more than ${Math.round(bytes / 1024 / 1024)} MB; ${ADVICE}.`

// sass-embedded has no way to end a compilation, and waits for all of them when it is disposed.
function processOf(compiler: object): ChildProcess | null {
  const held: unknown = Reflect.get(compiler, 'process')
  return held instanceof ChildProcess ? held : null
}

const PAGE_BYTES = 4096

/** Resident bytes of a process; 0 where nobody tells. */
function memoryOf(child: ChildProcess | null): number {
  try {
    const [, pages = '0'] = readFileSync(`/proc/${child?.pid}/statm`, 'latin1').split(' ')
    return Number(pages) * PAGE_BYTES
  } catch {
    return 0
  }
}
