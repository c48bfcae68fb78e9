/** What the operator gives for the first administrator is checked as what people choose themselves. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { spawnGalley } from './galley.js'

describe('the first administrator', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-first-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  async function refusal(...flags: string[]): Promise<string> {
    const args = ['serve', '--data', path.join(folder, 'data'), '--port', '0', '--sites-port', '0']
    const { code, out, err } = await spawnGalley([...args, ...flags])
    expect({ code, out }).to.deep.equal({ code: 1, out: '' })
    return err
  }

  it('needs an e-mail address', async () => {
    const said = 'galley: --admin-email must be an e-mail address.\n'
    expect(await refusal('--admin-email', 'boss')).to.equal(said)
  })

  it('needs a password as long as everybody else’s', async () => {
    const said = 'galley: --admin-password must have at least 10 characters.\n'
    expect(await refusal('--admin-password', 'secret')).to.equal(said)
  })
})
