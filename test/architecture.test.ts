/** The house as a test: who may import whom, who owns which package, no cycles, sizes. */

import { expect } from 'chai'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const SRC = fileURLToPath(new URL('../src', import.meta.url))

/** Folder (or file of the root) -> what it may import, besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  system: [],
  kramdown: [],
  liquid: [],
  highlight: [],
  client: [],
  model: ['errors'],
  content: ['model', 'errors', 'liquid'],
  git: ['system'],
  deploy: ['system', 'errors'],
  jobs: ['system', 'errors'],
  store: ['system', 'model', 'errors'],
  builder: ['kramdown', 'liquid', 'highlight', 'content', 'system', 'errors'],
  themes: ['builder', 'content', 'git', 'deploy', 'system'],
  service: [
    'model',
    'content',
    'git',
    'store',
    'builder',
    'deploy',
    'themes',
    'jobs',
    'system',
    'errors',
  ],
  'setting-kinds': [],
  'setting-rules': ['model', 'errors'],
  'settings-file': ['content', 'system', 'errors'],
  config: ['setting-kinds', 'setting-rules', 'settings-file', 'model', 'system', 'errors'],
  http: ['service', 'model', 'errors', 'config', 'system', 'kramdown', 'highlight'],
  application: [
    'config',
    'http',
    'service',
    'model',
    'content',
    'git',
    'store',
    'builder',
    'deploy',
    'themes',
    'jobs',
    'errors',
    'system',
  ],
  server: [
    'application',
    'config',
    'http',
    'service',
    'model',
    'content',
    'git',
    'store',
    'builder',
    'deploy',
    'jobs',
    'errors',
    'system',
  ],
  // In the browser: knows the server by its API alone.
  admin: ['client'],
  cli: ['client', 'server', 'config', 'builder', 'themes', 'service', 'model', 'system', 'errors'],
}

/** Pure rules that the browser shares, so that both sides make the same names, differences and merges. */
const SHARED_WITH_BROWSER = [
  'content/diff.ts',
  'content/merge-parts.ts',
  'content/romanize.ts',
  'model/normal-form.ts',
]

/** Packages that only one folder knows. */
const OWNERS: Readonly<Record<string, string>> = {
  'isomorphic-git': 'git',
  'better-sqlite3': 'store',
  koa: 'http',
  '@koa/router': 'http',
  'koa-body': 'http',
  '@modelcontextprotocol/sdk': 'http/mcp',
  'js-yaml': 'content',
  'gray-matter': 'content',
  'basic-ftp': 'deploy',
  ssh2: 'deploy',
  aws4fetch: 'deploy',
  'sass-embedded': 'builder/sass',
  commonmark: 'builder',
  'quickjs-emscripten-core': 'builder/site-plugins',
  '@jitl/quickjs-wasmfile-release-sync': 'builder/site-plugins',
  chokidar: 'service',
  sharp: 'service/media',
  commander: 'cli',
  nodemailer: 'service/mail',
  'openid-client': 'service/oidc',
  '@simplewebauthn/server': 'service/accounts',
  'acme-client': 'service/certificates',
}

/** Second owners: the browser reads the configuration of other editors, and may not import the server's reader. */
const OWNERS_IN_BROWSER: Readonly<Record<string, string>> = { 'js-yaml': 'admin/api' }

/** Engines that know nothing but themselves. */
const CLOSED = ['liquid', 'kramdown', 'highlight', 'client']

/** Made by a program, and read by none. */
const GENERATED = ['client/api.ts']

const PURE = ['content', 'model']
const IMPURE_MODULES = /^node:(fs|http|https|net|child_process|worker_threads)/

interface Source {
  /** From `src`, `/` between segments. */
  readonly file: string
  readonly text: string
  readonly imports: readonly string[]
}

const IMPORT =
  /^\s*(?:import|export)\s[^'"]*?from\s+'([^']+)'|^\s*import\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm
const TYPE_IMPORT = /^\s*(?:import|export)\s+type\s[^'"]*?from\s+'[^']+'/gm

function readSources(): Source[] {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => {
      const text = readFileSync(path.join(SRC, name), 'utf8')
      const imports = [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3]!)
      return { file: name.split(path.sep).join('/'), text, imports }
    })
}

const sources = readSources()

/** `content/yaml/parse.ts` -> `content`; `errors.ts` -> `errors`. */
function floorOf(file: string): string {
  return (file.split('/')[0] ?? '').replace(/\.ts$/, '')
}

function resolve(from: string, specifier: string): string {
  const target = path.posix.join(path.posix.dirname(from), specifier)
  const typescript = target.replace(/\.js$/, '.ts')
  return existsSync(path.join(SRC, `${typescript}x`)) ? `${typescript}x` : typescript
}

function packageOf(specifier: string): string {
  const parts = specifier.split('/')
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')
}

function mayKnow(file: string, name: string): boolean {
  return [OWNERS[name], OWNERS_IN_BROWSER[name]].some(
    (owner) => owner !== undefined && file.startsWith(`${owner}/`),
  )
}

describe('architecture', () => {
  it('has a row in the import table for every folder', () => {
    expect([...new Set(sources.map(({ file }) => floorOf(file)))].sort()).to.deep.equal(
      Object.keys(MAY_IMPORT).sort(),
    )
  })

  it('imports only downwards', () => {
    const wrong = sources.flatMap(({ file, imports }) =>
      imports
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => resolve(file, specifier))
        .filter((target) => floorOf(target) !== floorOf(file))
        .filter((target) => !MAY_IMPORT[floorOf(file)]?.includes(floorOf(target)))
        .filter((target) => floorOf(file) !== 'admin' || !SHARED_WITH_BROWSER.includes(target))
        .map((target) => `${file} -> ${target}`),
    )
    expect(wrong).to.deep.equal([])
  })

  it('shares with the browser only what imports nothing else', () => {
    const shared = sources.filter(({ file }) => SHARED_WITH_BROWSER.includes(file))
    expect(shared.map(({ file }) => file).sort()).to.deep.equal(SHARED_WITH_BROWSER)
    const wrong = shared.flatMap(({ file, imports }) =>
      imports
        .filter((specifier) => !SHARED_WITH_BROWSER.includes(resolve(file, specifier)))
        .map((specifier) => `${file} -> ${specifier}`),
    )
    expect(wrong).to.deep.equal([])
  })

  it('lets only one folder import each package', () => {
    const wrong = sources.flatMap(({ file, imports }) =>
      imports
        .map(packageOf)
        .filter((name) => OWNERS[name] !== undefined && !mayKnow(file, name))
        .map((name) => `${file} -> ${name}`),
    )
    expect(wrong).to.deep.equal([])
  })

  it('keeps the engines closed', () => {
    const wrong = sources.flatMap(({ file, imports }) => {
      const room = CLOSED.find((folder) => file.startsWith(`${folder}/`))
      if (room === undefined) return []
      return imports
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => resolve(file, specifier))
        .filter((target) => !target.startsWith(`${room}/`))
        .map((target) => `${file} -> ${target}`)
    })
    expect(wrong).to.deep.equal([])
  })

  it('keeps content and model pure', () => {
    const wrong = sources
      .filter(({ file }) => PURE.includes(floorOf(file)))
      .flatMap(({ file, imports }) =>
        imports.filter((name) => IMPURE_MODULES.test(name)).map((name) => `${file} -> ${name}`),
      )
    expect(wrong).to.deep.equal([])
  })

  it('moves main, and the branches of change sets, in one place', () => {
    const movers = sources
      .filter(({ file, text }) => floorOf(file) === 'service' && /\.updateRef\(/.test(text))
      .filter(({ text }) => /\bref: (?:MAIN|repository\.branch)\b|refs\/heads\/main/.test(text))
      .map(({ file }) => file)
    // A new site's first commit is made before anybody can see the repository.
    expect(movers.sort()).to.deep.equal([
      'service/branch/advance.ts',
      'service/sites/site-maker.ts',
    ])
  })

  it('reads the environment only in config, cli and server', () => {
    // The hook is a program of its own: git gives it its place by the environment.
    const wrong = sources
      .filter(({ file }) => file !== 'git/server/push-hook.ts')
      .filter(({ file }) => !['config', 'cli', 'server'].includes(floorOf(file)))
      .filter(({ text }) => /process\.env\b/.test(text))
      .map(({ file }) => file)
    expect(wrong).to.deep.equal([])
  })

  it('lets tests send signals by number only where 0 is refused', () => {
    // It means the sender's own group: all tests that run, and who had started them.
    const tests = path.join(SRC, '..', 'test')
    const senders = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter(
      (name) =>
        name.endsWith('.ts') &&
        /(?<![.\w])process\.kill\(/.test(readFileSync(path.join(tests, name), 'utf8')),
    )
    expect(senders).to.deep.equal(['processes.ts'])
  })

  it('has no cycles', () => {
    const graph = new Map(
      sources.map(({ file, text }) => {
        const values = text.replace(TYPE_IMPORT, '')
        const targets = [...values.matchAll(IMPORT)]
          .map((match) => match[1] ?? match[2] ?? match[3]!)
          .filter((specifier) => specifier.startsWith('.'))
          .map((specifier) => resolve(file, specifier))
        return [file, targets]
      }),
    )
    expect(findCycle(graph)).to.equal(null)
  })

  it('begins every file with a comment that says what it is for', () => {
    // The file's name says all of a lexer and of a table of words.
    const tables = /^highlight\/(?:lexers|words)|\.d\.ts$/
    const bare = sources.filter(({ file, text }) => !tables.test(file) && !text.startsWith('/**'))
    expect(bare.map(({ file }) => file)).to.deep.equal([])
  })

  it('names limits MAX_ and MIN_', () => {
    const other = /\bconst ((?:MOST|LEAST|LARGEST|SMALLEST|LONGEST|SHORTEST|DEEPEST)(?:_\w+)?)\b/g
    const wrong = sources.flatMap(({ file, text }) =>
      Array.from(text.matchAll(other), ([, name]) => `${file}: ${name}`),
    )
    expect(wrong).to.deep.equal([])
  })

  it('keeps files and parameter lists within their limits', () => {
    const long = sources
      .filter(({ file }) => !GENERATED.includes(file))
      .map(({ file, text }) => ({ file, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > 400)
    expect(long).to.deep.equal([])
    const lengths = sources.map(({ text }) => text.split('\n').length).sort((a, b) => a - b)
    expect(lengths[Math.floor(lengths.length / 2)]).to.be.at.most(150)
  })
})

/** A cycle as a sentence, or null. */
function findCycle(graph: ReadonlyMap<string, readonly string[]>): string | null {
  const state = new Map<string, 'open' | 'done'>()
  const visit = (file: string, trail: readonly string[]): string | null => {
    if (state.get(file) === 'done') return null
    if (state.get(file) === 'open') return [...trail, file].join(' -> ')
    state.set(file, 'open')
    for (const target of graph.get(file) ?? []) {
      const cycle = visit(target, [...trail, file])
      if (cycle !== null) return cycle
    }
    state.set(file, 'done')
    return null
  }
  for (const file of graph.keys()) {
    const cycle = visit(file, [])
    if (cycle !== null) return cycle
  }
  return null
}
