/** The unit of systemd: as the page on operation shows it, and as closed as systemd itself rates it. */

import { expect } from 'chai'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const UNIT = fileURLToPath(new URL('../../fixtures/operation/galley.service', import.meta.url))
const PAGE = fileURLToPath(new URL('../../src/cli/README.md', import.meta.url))

const analyze = (...args: string[]) =>
  spawnSync('systemd-analyze', ['--no-pager', ...args, UNIT], { encoding: 'utf8' })

describe('the sockets of systemd', () => {
  it('are what the page on operation shows', () => {
    const sockets = fileURLToPath(
      new URL('../../fixtures/operation/galley.socket', import.meta.url),
    )
    const text = readFileSync(sockets, 'utf8')
    expect(readFileSync(PAGE, 'utf8')).to.include(`\`\`\`ini\n${text}\`\`\`\n`)
  })
})

describe('the unit of systemd', () => {
  const unit = readFileSync(UNIT, 'utf8')

  it('is what the page on operation shows', () => {
    expect(readFileSync(PAGE, 'utf8')).to.include(`\`\`\`ini\n${unit}\`\`\`\n`)
  })

  it('lets programs be started with limits, and machine code be made', () => {
    // `ulimit` fails without a word, and V8 does not start.
    const directives = unit.split('\n').filter((line) => !line.startsWith('#'))
    expect(directives.filter((line) => line.includes('@resources'))).to.deep.equal([])
    expect(directives.filter((line) => line.startsWith('MemoryDenyWriteExecute'))).to.deep.equal([])
  })

  it('is rated 3 of 10 at most', function () {
    if (spawnSync('systemd-analyze', ['--version']).status !== 0) this.skip()
    // In tenths.
    const { status, stdout, stderr } = analyze('security', '--offline=true', '--threshold=30')
    expect(stderr).to.equal('')
    expect(stdout).to.include('Overall exposure level')
    expect(status, stdout).to.equal(0)
  })
})
