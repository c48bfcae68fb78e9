/**
 * The child process that shows unsaved text: takes requests over IPC one after the other and keeps the
 * site.
 */

import {
  RenderSession,
  type RenderReport,
  type RenderRequest,
} from '../incremental/render-session.js'
import type { FromSession, ToSession } from './session-process.js'
import { limitDiagnostics, limitMessage } from './limit-diagnostics.js'
import { watch } from './watch.js'

const session = new RenderSession()
const allow = watch()

function send(message: FromSession<RenderReport>): void {
  process.send?.(message)
}

async function onRequest({ request, cpuSeconds }: ToSession<RenderRequest>): Promise<void> {
  allow(cpuSeconds)
  try {
    const report = await session.render(request)
    send({
      kind: 'report',
      report: { ...report, diagnostics: limitDiagnostics(report.diagnostics) },
    })
  } catch (error) {
    const message = limitMessage(error instanceof Error ? error.message : String(error))
    send({ kind: 'failure', message, stack: error instanceof Error ? (error.stack ?? '') : '' })
  }
}

process.on('message', (message: ToSession<RenderRequest>) => void onRequest(message))
// Without a parent there is nobody to render for.
process.once('disconnect', () => process.exit())
