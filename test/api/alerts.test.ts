import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { load } from 'js-yaml'
import { useApi } from './server.js'

const OPERATION = fileURLToPath(new URL('../../fixtures/operation/', import.meta.url))

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[]
}

/** Names of what the expressions of the rules, or of the panels, are about. */
function namedIn(file: 'alerts.yml' | 'dashboard.json'): string[] {
  const text = readFileSync(path.join(OPERATION, file), 'utf8')
  const found: unknown[] = []
  if (file === 'alerts.yml') {
    const { groups } = load(text) as Rules
    found.push(...groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)))
  } else {
    JSON.parse(text, (key, value: unknown) => {
      if (key === 'expr') found.push(value)
      return value
    })
  }
  return found.flatMap((expr) => String(expr).match(/\b(?:galley|process|nodejs)_\w+/g) ?? [])
}

describe('the rules for alerts and the dashboard', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-alerts-'))
  const copiesKeyFile = path.join(folder, 'key')
  writeFileSync(copiesKeyFile, randomBytes(32).toString('base64'), { mode: 0o600 })
  const api = useApi({ settings: { copiesTo: path.join(folder, 'copies'), copiesKeyFile } })
  after(() => rmSync(folder, { recursive: true }))

  it('are about numbers that the server tells', async () => {
    const [rules, panels] = [namedIn('alerts.yml'), namedIn('dashboard.json')]
    expect(rules.length).to.be.greaterThan(6)
    expect(panels.length).to.be.greaterThan(15)
    // Requests are counted from the first, and disk space by site.
    await api.site()
    const { text } = await api.get('/metrics')
    // A server that gets none tells nothing of certificates.
    for (const name of [...rules, ...panels].filter(
      (one) => !one.startsWith('galley_certificates'),
    ))
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
