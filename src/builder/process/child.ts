/**
 * The child process of `runBuild`: takes one request over IPC, builds, sends progress and the report.
 */

import { build } from '../build.js'
import type { FromChild, ToChild } from './run.js'

function send(message: FromChild): void {
  process.send?.(message)
}

async function onRequest({ request }: ToChild): Promise<void> {
  try {
    const report = await build(request, {
      report: (progress) => send({ kind: 'progress', progress }),
    })
    send({ kind: 'report', report })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    send({ kind: 'failure', message, stack: error instanceof Error ? (error.stack ?? '') : '' })
  }
  process.disconnect()
}

process.once('message', (message: ToChild) => void onRequest(message))
// Without a parent there is nobody to build for.
process.once('disconnect', () => process.exit())
