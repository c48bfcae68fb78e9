import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { load } from 'js-yaml'
import { useApi } from './server.js'

const FILE = fileURLToPath(new URL('../../fixtures/operation/alerts.yml', import.meta.url))

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[]
}

describe('the rules for alerts', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-alerts-'))
  const copiesKeyFile = path.join(folder, 'key')
  writeFileSync(copiesKeyFile, randomBytes(32).toString('base64'), { mode: 0o600 })
  const api = useApi({ settings: { copiesTo: path.join(folder, 'copies'), copiesKeyFile } })
  after(() => rmSync(folder, { recursive: true }))

  it('are about numbers that the server tells', async () => {
    const { groups } = load(readFileSync(FILE, 'utf8')) as Rules
    const named = groups.flatMap(({ rules }) =>
      rules.flatMap(({ expr }) => expr.match(/galley_\w+/g) ?? []),
    )
    expect(named.length).to.be.greaterThan(6)
    // Requests are counted from the first.
    await api.get('/healthz')
    const { text } = await api.get('/metrics')
    // A server that gets none tells nothing of certificates.
    for (const name of named.filter((one) => !one.startsWith('galley_certificates')))
      expect(text).to.match(new RegExp(`^${name}[ {]`, 'm'))
  })

  it('can count the sites whose last publish failed, until one succeeds', async () => {
    const { id } = await api.site()
    const publish = async (text: string) => {
      const source = `/v2/sites/${id}/source/long.md`
      expect((await api.upload('PUT', source, { data: text })).status).to.equal(200)
      const { json } = await api.post(`/v2/sites/${id}/publish`)
      // Its events end with it.
      await api.get(`/v2/jobs/${String(json['job_id'])}`)
      return (await api.get('/metrics')).text
    }
    const failing = 'galley_sites_failing{kind="publish"}'
    const tooLong = `---\npermalink: /${'n'.repeat(300)}.html\n---\n`
    expect(await publish(tooLong)).to.include(`${failing} 1`)
    expect(await publish('Well.')).to.include(`${failing} 0`)
  })
})
