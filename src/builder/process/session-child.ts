/** The child process of a session: takes requests over IPC one after the other and keeps the site. */

import { BuildSession, type SessionReport, type SessionRequest } from '../incremental/session.js'
import type { FromSession, ToSession } from './session-process.js'
import { limitDiagnostics, limitMessage } from './limit-diagnostics.js'
import { watch } from './watch.js'

/** So long after a build nothing more is asked for, most likely. */
const SAVE_MS = 2000

const session = new BuildSession()
let saving: NodeJS.Timeout | undefined
const allow = watch()

function send(message: FromSession<SessionReport>): void {
  process.send?.(message)
}

async function onRequest({ request, cpuSeconds }: ToSession<SessionRequest>): Promise<void> {
  allow(cpuSeconds)
  clearTimeout(saving)
  try {
    const report = await session.build(request, {
      report: (progress) => send({ kind: 'progress', progress }),
    })
    send({
      kind: 'report',
      report: { ...report, diagnostics: limitDiagnostics(report.diagnostics) },
    })
    saving = setTimeout(() => session.save(), SAVE_MS)
  } catch (error) {
    const message = limitMessage(error instanceof Error ? error.message : String(error))
    send({ kind: 'failure', message, stack: error instanceof Error ? (error.stack ?? '') : '' })
  }
}

process.on('message', (message: ToSession<SessionRequest>) => void onRequest(message))
// Without a parent there is nobody to build for.
process.once('disconnect', () => process.exit())
