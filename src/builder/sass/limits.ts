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

const MB = 1024 * 1024
/** Memory of a build for which nobody has set it: the default of the server. */
const BUILD_MB = 512
/** A build gets no less, whatever is set (`process/run.ts`). */
const MIN_BUILD_MB = 32
/**
 * The style sheets of known sites take up to 300 MB, an empty one 13 MB, those of minima 19 MB. So the least, 64 MB, is
 * enough for the compiler itself and a small site. A build's process may take more than this in all.
 */
const COMPILER_SHARE = 2

/**
 * Bytes that a compiler may take.
 *
 * @param buildMb megabytes of JavaScript heap of the build; those of a server that sets none if left out
 */
export function compilerBytes(buildMb = BUILD_MB): number {
  return COMPILER_SHARE * Math.max(MIN_BUILD_MB, buildMb) * MB
}

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
  `The style sheet takes more than ${Math.round(bytes / MB)} MB, the limit for its compiler (on a server: twice --build-memory-mb); ${ADVICE}.`

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
