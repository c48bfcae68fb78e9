/**
 * A build session in a child process that can be killed, with the limits of `runBuild`.
 */

import type { ChildProcess } from 'node:child_process'
import type { SessionReport, SessionRequest } from '../incremental/session.js'
import type { Progress } from '../request.js'
import { BuildProcessError, ended, lastWords, startChild, type RunOptions } from './run.js'

/** To the child: one request at a time. */
export interface ToSession {
  readonly request: SessionRequest
}

/** From the child: progress, then one of the others. */
export type FromSession =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'report'; readonly report: SessionReport }
  | { readonly kind: 'failure'; readonly message: string; readonly stack: string }

/** A session of one site; the child lives from its first build until it fails or is closed. */
export class SessionProcess {
  #child: ChildProcess | null = null
  #errors: () => string = () => ''

  /**
   * Builds; where there is no child any more, the build is a whole one.
   *
   * @throws BuildProcessError and the signal's reason, as `runBuild`; the child is dead then
   */
  async build(request: SessionRequest, options: RunOptions): Promise<SessionReport> {
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
    const child = startChild('session-child', limits)
    this.#child = child
    this.#errors = lastWords(child)
    child.once('close', () => {
      if (this.#child === child) this.#child = null
    })
    return child
  }

  #follow(child: ChildProcess, request: SessionRequest, options: RunOptions) {
    const { limits, signal } = options
    return new Promise<SessionReport>((resolve, reject) => {
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
      child.on('message', (message: FromSession) => {
        if (message.kind === 'progress') options.report?.(message.progress)
        else if (message.kind === 'report') settle(() => resolve(message.report))
        else settle(() => reject(new BuildProcessError('crashed', message.message)))
      })
      child.send({ request } satisfies ToSession, (error) => {
        if (error !== null) child.kill('SIGKILL')
      })
    })
  }
}

function timeError(wallMs: number): BuildProcessError {
  return new BuildProcessError('time', `The build took more than ${wallMs / 1000} seconds.`)
}
