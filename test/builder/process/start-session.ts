/**
 * A process that asks a child for a site that never ends, and says the id of the child. It stops at once, as one that
 * hangs, if that is wanted.
 */

import { readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { newChildOf, signalTo } from '../../processes.js'
import { SessionProcess } from '../../../src/builder/process/session-process.js'
import type {
  RenderReport,
  RenderRequest,
} from '../../../src/builder/incremental/render-session.js'
import type { SessionReport, SessionRequest } from '../../../src/builder/incremental/session.js'
import { AS_RECORDED } from '../recorded.js'

const [module = '', root = '', wallMs = '', stop = ''] = process.argv.slice(2)
const request = {
  source: join(root, 'site'),
  destination: join(root, 'out'),
  now: Date.UTC(2026, 0, 1),
  ...AS_RECORDED,
  changed: null,
  former: null,
  limits: { iterations: Number.MAX_SAFE_INTEGER },
}
const options = { limits: { wallMs: Number(wallMs), memoryMb: 256 } }

/** The page that never ends, as text that is not saved. */
function shown() {
  const content = readFileSync(join(root, 'site/index.html'))
  return { path: 'index.html', content, modifiedAt: 0, hidesTexts: false }
}

const asked =
  module === 'render-child'
    ? new SessionProcess<RenderRequest, RenderReport>(module).ask(
        { ...request, file: shown() },
        options,
      )
    : new SessionProcess<SessionRequest, SessionReport>('session-child').ask(request, options)
writeSync(1, `${newChildOf(process.pid, module)}\n`)
if (stop === 'stop') signalTo(process.pid, 'SIGSTOP')
await asked
