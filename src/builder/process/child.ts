/** The child process of `runBuild`: takes one request over IPC, builds, sends progress and the report. */

import { build } from '../build.js'
import type { FromChild, ToChild } from './run.js'
import { limitDiagnostics, limitMessage } from './limit-diagnostics.js'

function send(message: FromChild, sent?: () => void): void {
  process.send?.(message, undefined, undefined, sent)
}

/** Says how it ended, and ends when that is written: what is more than the pipe holds waits in this process. */
function end(message: FromChild): void {
  send(message, () => process.disconnect())
}

async function onRequest({ request }: ToChild): Promise<void> {
  try {
    const report = await build(request, {
      report: (progress) => send({ kind: 'progress', progress }),
    })
    end({
      kind: 'report',
      report: { ...report, diagnostics: limitDiagnostics(report.diagnostics) },
    })
  } catch (error) {
    const message = limitMessage(error instanceof Error ? error.message : String(error))
    end({ kind: 'failure', message, stack: error instanceof Error ? (error.stack ?? '') : '' })
  }
}

process.once('message', (message: ToChild) => void onRequest(message))
// Without a parent there is nobody to build for.
process.once('disconnect', () => process.exit())
