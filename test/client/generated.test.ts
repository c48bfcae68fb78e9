/**
 * A client that others generate: openapi-typescript makes types of the document, and a program over them
 * compiles without a cast. The generator wants a TypeScript of its own: `npm ci --prefix .ci/openapi-typescript`.
 */

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { useApi } from '../api/server.js'

const run = promisify(execFile)
const MODULES = fileURLToPath(new URL('../../.ci/openapi-typescript/node_modules', import.meta.url))

const PROGRAM = `import createClient from 'openapi-fetch'
import type { components, paths } from './api.js'

type Site = components['schemas']['Site']
type Job = components['schemas']['Job']

const client = createClient<paths>({ baseUrl: 'https://galley.example.org' })

export async function rename(site_id: string, title: string): Promise<Site> {
  const { data, error } = await client.PUT('/v2/sites/{site_id}', {
    params: { path: { site_id }, header: { 'If-Match': '"1"' } },
    body: { title },
  })
  if (error) throw new Error(\`\${error.error}: \${error.message}\`)
  return data
}

export async function titles(site_id: string): Promise<(string | undefined)[]> {
  const { data = [], response } = await client.GET(
    '/v2/sites/{site_id}/collections/{path}/documents',
    {
      params: {
        path: { site_id, path: 'posts' },
        query: { page: 2, per_page: 50, sort: 'date-desc', visibility: 'visible', summary: 'true' },
      },
    },
  )
  console.log(response.headers.get('X-Total-Count'))
  return data.map((row) => row.body ?? row.title)
}

export async function diagnostics(site_id: string): Promise<string[]> {
  const { data = [] } = await client.GET('/v2/sites/{site_id}/jobs', { params: { path: { site_id } } })
  const lines = (job: Job) => job.diagnostics.map(({ path, line }) => \`\${path ?? ''}:\${line ?? 0}\`)
  return data.flatMap(lines)
}

export async function write(site_id: string): Promise<string | null> {
  const { data, error } = await client.POST('/v2/sites/{site_id}/changes', {
    params: { path: { site_id }, header: { 'Idempotency-Key': 'once' } },
    body: { changes: [{ action: 'create', type: 'page', title: 'About', path: 'about.md' }] },
  })
  if (error?.error === 'conflict') return error.current_sha ?? null
  return data?.commit ?? null
}
`

/** Wrong in four places, each of which the types refuse. */
const WRONG = `import createClient from 'openapi-fetch'
import type { paths } from './api.js'

const client = createClient<paths>({ baseUrl: 'https://galley.example.org' })
const params = { path: { site_id: '1', path: 'posts' } }
const place = '/v2/sites/{site_id}/collections/{path}/documents'
void client.GET(place, { params: { ...params, query: { sort: 'colour-asc' } } })
void client.POST(place, { params, body: { titel: 'x' } })
void client.POST(place, { params })
void client.GET('/v2/sites/{site_id}', {})
`

const describeWith = existsSync(MODULES) ? describe : describe.skip

describeWith('A client by openapi-typescript (npm ci --prefix .ci/openapi-typescript)', () => {
  const api = useApi()
  let folder = ''

  before('generate it', async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'galley-generated-'))
    await symlink(MODULES, path.join(folder, 'node_modules'))
    await writeFile(path.join(folder, 'openapi.json'), (await api.get('/v2/openapi.json')).text)
    await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
    const generator = path.join(MODULES, 'openapi-typescript', 'bin', 'cli.js')
    await run('node', [generator, 'openapi.json', '-o', 'api.ts'], { cwd: folder })
  })
  after(() => rm(folder, { recursive: true, force: true }))

  /** What the compiler says of both programs, strict in everything. */
  async function compile(): Promise<string> {
    await writeFile(path.join(folder, 'program.ts'), PROGRAM)
    await writeFile(path.join(folder, 'wrong.ts'), WRONG)
    const compiler = path.join(MODULES, 'typescript', 'bin', 'tsc')
    const flags = ['--strict', '--noEmit', '--exactOptionalPropertyTypes']
    const target = [
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--lib',
      'es2023,dom,dom.iterable',
    ]
    const names = ['program.ts', 'wrong.ts']
    return run('node', [compiler, ...flags, ...target, ...names], { cwd: folder }).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    )
  }

  it('compiles, like programs that use it, and rejects invalid calls', async () => {
    const lines = (await compile()).split('\n').filter((line) => /^\S+\(\d+,/.test(line))
    expect(lines.filter((line) => !line.startsWith('wrong.ts('))).to.deep.equal([])
    const refused = lines.map((line) => line.slice(0, line.indexOf(',')))
    expect(new Set(refused).size).to.equal(4)
  })
})
