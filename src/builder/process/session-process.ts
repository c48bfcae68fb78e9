/** A session of one site in a child process that can be killed, within limits of time and memory. */

import type { ChildProcess } from 'node:child_process'
import type { BuildRequest, Progress } from '../base/request.js'
import {
  BuildProcessError,
  cpuSecondsOf,
  ended,
  lastWords,
  startChild,
  withMemory,
  type RunOptions,
} from './run.js'

/** To the child: one request at a time. */
export interface ToSession<Request> {
  readonly request: Request
  /** Seconds of CPU time that the child may take for it. */
  readonly cpuSeconds: number
}

/** From the child: progress, then one of the others. */
export type FromSession<Report> =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'report'; readonly report: Report }
  | { readonly kind: 'failure'; readonly message: string; readonly stack: string }

/**
 * A session of one site; the child lives from its first request until it fails or is closed. The child
 * is a module of this folder: what it takes and gives is for who starts it to know.
 */
export class SessionProcess<Request extends Pick<BuildRequest, 'limits'>, Report> {
  #child: ChildProcess | null = null
  #errors: () => string = () => ''

  constructor(private readonly module: 'session-child' | 'render-child') {}

  /**
   * Asks the child; where there is none any more, another begins from nothing.
   *
   * @throws BuildProcessError `time` or `memory` at a limit, `crashed` for a fault of the builder; the signal's reason
   *   when it is aborted. The child is dead then.
   */
  async ask(request: Request, options: RunOptions): Promise<Report> {
    options.signal?.throwIfAborted()
    const child = this.#child ?? this.#start(options)
    try {
      const report = await this.#follow(child, request, options)
      child.removeAllListeners('message')
      return report
    } catch (error) {
      this.close()
      throw error
    }
  }

  /** Ends the child and forgets the site. */
  close(): void {
    this.#child?.kill('SIGKILL')
    this.#child = null
  }

  #start({ limits }: RunOptions): ChildProcess {
    const child = startChild(this.module, limits)
    this.#child = child
    this.#errors = lastWords(child)
    child.once('close', () => {
      if (this.#child === child) this.#child = null
    })
    return child
  }

  #follow(child: ChildProcess, request: Request, options: RunOptions) {
    const { limits, signal } = options
    return new Promise<Report>((resolve, reject) => {
      const onAbort = () => settle(() => reject(signal?.reason))
      const onClose = () => settle(() => reject(ended(this.#errors(), limits)))
      const timer = setTimeout(() => settle(() => reject(timeError(limits.wallMs))), limits.wallMs)
      const settle = (act: () => void) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        child.off('close', onClose)
        act()
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      child.once('close', onClose)
      child.on('message', (message: FromSession<Report>) => {
        if (message.kind === 'progress') options.report?.(message.progress)
        else if (message.kind === 'report') settle(() => resolve(message.report))
        else settle(() => reject(new BuildProcessError('crashed', message.message)))
      })
      const message = { request: withMemory(request, limits), cpuSeconds: cpuSecondsOf(limits) }
      child.send(message satisfies ToSession<Request>, (error) => {
        if (error !== null) child.kill('SIGKILL')
      })
    })
  }
}

function timeError(wallMs: number): BuildProcessError {
  return new BuildProcessError('time', `The build took more than ${wallMs / 1000} seconds.`)
}
