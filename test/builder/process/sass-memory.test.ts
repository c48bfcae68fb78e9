/** The compiler of style sheets gets memory by the build's setting, in each kind of process that builds. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Diagnostic } from '../../../src/builder/base/request.js'
import type {
  RenderReport,
  RenderRequest,
} from '../../../src/builder/incremental/render-session.js'
import type { SessionReport, SessionRequest } from '../../../src/builder/incremental/session.js'
import { SessionProcess } from '../../../src/builder/process/session-process.js'
import { AS_RECORDED } from '../recorded.js'

const BOMB = '@for $i from 1 through 100000000 { .a#{$i} { b: #{$i} c } }'
/** Far more time than it takes, on a busy machine too. */
const limits = { wallMs: 280_000, memoryMb: 100 }

describe('the memory of the style sheet compiler', () => {
  let root: string
  beforeEach(function () {
    if (process.platform !== 'linux') this.skip()
    root = mkdtempSync(join(tmpdir(), 'galley-sass-memory-'))
    mkdirSync(join(root, 'site'))
    writeFileSync(join(root, 'site/a.scss'), `---\n---\n${BOMB}\n`)
    writeFileSync(join(root, 'site/index.html'), '---\n---\nHello\n')
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  const request = () => ({
    source: join(root, 'site'),
    destination: join(root, 'out'),
    now: Date.UTC(2026, 0, 1),
    ...AS_RECORDED,
  })
  const expectNamed = (diagnostics: readonly Diagnostic[]) => {
    const [{ path, message } = { path: null, message: '' }] = diagnostics
    expect(path).to.equal('a.scss')
    const limit = 'more than 200 MB, the limit for its compiler'
    expect(message).to.include(limit).and.include('(on a server: twice --build-memory-mb)')
  }

  it('is twice that of a build', async () => {
    const process = new SessionProcess<SessionRequest, SessionReport>('session-child')
    try {
      const report = await process.ask({ ...request(), changed: null, former: null }, { limits })
      expect(report.ok).to.equal(false)
      expectNamed(report.diagnostics)
    } finally {
      process.close()
    }
  })

  it('is twice that of a rendering of unsaved text', async () => {
    const process = new SessionProcess<RenderRequest, RenderReport>('render-child')
    try {
      const content = Buffer.from(`---\n---\n${BOMB}\n`)
      const file = { path: 'a.scss', content, modifiedAt: 0, hidesTexts: false }
      const report = await process.ask({ ...request(), changed: null, file }, { limits })
      expect(report.page).to.equal(null)
      expectNamed(report.diagnostics)
    } finally {
      process.close()
    }
  })
})
