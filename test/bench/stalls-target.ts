/** The server that `bench:stalls` measures, and requests to it. */

import type { ChildProcess } from 'node:child_process'

/** A server, and the site of the one who means harm. */
export interface Target {
  readonly child: ChildProcess
  readonly url: string
  readonly authorization: string
  readonly folder: string
  readonly site: string
}

/** What is asked, after what is not timed; gives the status of the answer, or a word. */
export interface Attack {
  readonly title: string
  readonly prepare?: (target: Target) => Promise<void>
  readonly run: (target: Target) => Promise<number | string>
}

interface Call {
  readonly method: string
  readonly path: string
  readonly json?: unknown
  /** Sent as it is, as a JSON body. */
  readonly text?: string
  /** Sent as a file. */
  readonly file?: string
}

export interface Answer {
  readonly status: number
  readonly text: string
}

export async function send(target: Omit<Target, 'site' | 'folder'>, call: Call): Promise<Answer> {
  const form = new FormData()
  if (call.file !== undefined) form.set('file', new Blob([call.file]), 'file')
  const body = call.text ?? (call.json === undefined ? undefined : JSON.stringify(call.json))
  const answer = await fetch(target.url + call.path, {
    method: call.method,
    headers: {
      Authorization: target.authorization,
      ...(call.file === undefined && body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(call.file === undefined ? body !== undefined && { body } : { body: form }),
  })
  return { status: answer.status, text: await answer.text() }
}
