/**
 * Starts child processes that can be killed, so that no site can harm the server: neither a template that never ends nor
 * one that eats all memory.
 */

import { fork, type ChildProcess } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { limitedProgram } from '../../system/limited-program.js'
import type { BuildRequest, Progress } from '../base/request.js'

/** What a build may cost in all; its compiler of style sheets gets twice the memory beside it. */
interface BuildLimits {
  /** Milliseconds of wall time. */
  readonly wallMs: number
  /** Megabytes of JavaScript heap. */
  readonly memoryMb: number
}

/** A build has so many threads at work at most, most of the time. */
const THREADS = 4

export interface RunOptions {
  readonly limits: BuildLimits
  readonly signal?: AbortSignal
  readonly report?: (progress: Progress) => void
}

/** Why a build in a child came to no report. */
export class BuildProcessError extends Error {
  override readonly name = 'BuildProcessError'
  constructor(
    readonly code: 'time' | 'memory' | 'crashed',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** Seconds of CPU time, which end a build also where nobody looks at the clock. */
export function cpuSecondsOf({ wallMs }: BuildLimits): number {
  return (THREADS * wallMs) / 1000 + 1
}

/**
 * What a process needs beside its JavaScript heap: the program itself, stacks of its threads, contents of
 * files. A limit above all that holds what grows beside the heap.
 */
const BESIDE_HEAP_MB = 1024
/** Largest file that a build writes. */
const FILE_MB = 4096

/**
 * Starts a module of this folder, by its name, in a process with so much memory and no environment,
 * which ends with this one. Its first argument is the id of this one.
 *
 * @param cpuSeconds of all its threads together; not limited if left out
 */
export function startChild(
  name: string,
  { memoryMb }: BuildLimits,
  cpuSeconds?: number,
): ChildProcess {
  const self = fileURLToPath(import.meta.url)
  const extension = extname(self)
  // Run from TypeScript (tests), the child needs the same loader; compiled, it needs none.
  const loader = extension === '.ts' ? ['--import=tsx'] : []
  const heap = `--max-old-space-size=${Math.max(32, Math.round(memoryMb))}`
  const node = { file: process.execPath, args: [...loader, heap] }
  const { file, args } = limitedProgram(node, {
    memoryMb: 2 * memoryMb + BESIDE_HEAP_MB,
    fileMb: FILE_MB,
    ...(cpuSeconds !== undefined && { cpuSeconds }),
  })
  const parent = String(process.pid)
  return fork(fileURLToPath(new URL(`./${name}${extension}`, import.meta.url)), [parent], {
    execPath: file,
    execArgv: [...args],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Nothing of the server's environment is for a site to see.
    env: {},
  })
}

/** The request, with what the memory of its process means for the programs that it starts. */
export function withMemory<Request extends Pick<BuildRequest, 'limits'>>(
  request: Request,
  { memoryMb }: BuildLimits,
): Request {
  return { ...request, limits: { ...request.limits, memoryMb } }
}

const KEPT_CHARACTERS = 4000

/** Keeps the end of what a child writes to its standard error. */
export function lastWords(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-KEPT_CHARACTERS)
  })
  return () => text
}

/** Why a child ended without a report. */
export function ended(errors: string, { memoryMb }: BuildLimits): BuildProcessError {
  if (/heap out of memory|allocation failed|bad_alloc|out of memory/i.test(errors)) {
    return new BuildProcessError('memory', `The build needs more than ${memoryMb} MB.`)
  }
  return new BuildProcessError('crashed', 'The build process ended without a result.', {
    cause: errors,
  })
}
