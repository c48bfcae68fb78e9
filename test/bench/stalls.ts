/**
 * `npm run bench:stalls`: requests of somebody who means harm, each with its answer and its time, and
 * meanwhile another user's `GET` of a document, over and over: the longest that it had to wait,
 * and the most processor time that one turn of the server's event loop took, which other work on the
 * machine does not change. Prints a Markdown table. Asks the built server (`npm run build`), in a process of its own.
 *
 *     npm run bench:stalls [-- part of a title]
 */

import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { MAX_TEXT_BYTES } from '../../src/model/limits.js'
import { importedRepository, importedZip } from './stalls-imports.js'
import { startProber, type Prober } from './stalls-prober.js'
import { clone, git, nameOf, push, withFiles, writeFiles } from './stalls-files.js'
import { send, type Answer, type Attack, type Target } from './stalls-target.js'
import { longestTurn, turnsInto } from './turns.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const WANTED = process.argv[2] ?? ''

const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, `value ${i}`]))

let posts = 0

async function post(target: Target, input: object): Promise<Answer> {
  const json = { title: `Post ${posts++}`, ...input }
  const path = `/v2/sites/${target.site}/collections/posts/documents`
  return send(target, { method: 'POST', path, json })
}

async function newPost(target: Target): Promise<string> {
  const { id }: { id: string } = JSON.parse((await post(target, {})).text)
  return `/v2/documents/${id}`
}

async function putSource(target: Target, name: string, file: string): Promise<Answer> {
  const path = `/v2/sites/${target.site}/source/${name}`
  return send(target, { method: 'PUT', path, file })
}

function configured(title: string, text: () => string): Attack {
  return { title, run: async (target) => (await putSource(target, '_config.yml', text())).status }
}

function metadata(count: number): Attack {
  let document = ''
  return {
    title: `metadata of ${count.toLocaleString('en')} keys`,
    prepare: async (target) => void (document = await newPost(target)),
    run: async (target) => {
      const json = { metadata: numbered(count) }
      return (await send(target, { method: 'PUT', path: document, json })).status
    },
  }
}

function doubledKeys(): Attack {
  let document = ''
  return {
    title: 'front matter of 3,000 lines `a: 1`, then no metadata',
    prepare: async (target) => {
      document = await newPost(target)
      const { filename }: { filename: string } = JSON.parse(
        (await send(target, { method: 'GET', path: document })).text,
      )
      await putSource(target, filename, `---\ntitle: x\n${'a: 1\n'.repeat(3000)}---\nBody`)
    },
    run: async (target) =>
      (await send(target, { method: 'PUT', path: document, json: { metadata: {} } })).status,
  }
}

function pushed(title: string, fill: (folder: string) => void): Attack {
  let folder = ''
  return {
    title,
    prepare: async (target) => {
      folder = clone(target, title.replaceAll(/\W/g, ''))
      fill(folder)
      git(folder, 'add', '-A')
      git(folder, 'commit', '-q', '-m', title)
    },
    run: () => push(folder),
  }
}

function randomText(length: number, seed: number): string {
  let [text, state] = ['', seed]
  while (text.length < length) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    text += `${state.toString(36)}\n`
  }
  return text
}

function renames(): Attack {
  let folder = ''
  return {
    title: '300 changed and renamed files of 100 kB',
    prepare: async (target) => {
      folder = await withFiles(target, 'renames', (made) =>
        writeFiles(path.join(made, 'old'), 300, (i) => randomText(100_000, i + 1)),
      )
      mkdirSync(path.join(folder, 'new'))
      for (let i = 0; i < 300; i++) {
        const to = path.join(folder, 'new', `other-${i}.md`)
        renameSync(path.join(folder, 'old', nameOf(i)), to)
        writeFileSync(to, `${randomText(100_000, i + 1)}changed\n`)
      }
      git(folder, 'add', '-A')
      git(folder, 'commit', '-q', '-m', 'new')
    },
    run: () => push(folder),
  }
}

function lists(): Attack {
  return {
    title: 'six lists at once with per_page=10000 (10,000 documents)',
    prepare: async (target) => {
      const text = (i: number) =>
        `---\ntitle: Post ${i}\ntags: [a, b]\nlayout: post\n---\n${randomText(2000, i + 1)}`
      await withFiles(target, 'lists', (to) => writeFiles(path.join(to, '_posts'), 10_000, text))
    },
    run: async (target) => {
      const path = `/v2/sites/${target.site}/collections/posts/documents?per_page=10000`
      const one = () => send(target, { method: 'GET', path })
      return (await Promise.all(Array.from({ length: 6 }, one))).map(({ status }) => status).join()
    },
  }
}

/** Each page has an id that follows it, and all are packed anew. */
function movedFolder(): Attack {
  return {
    title: 'a folder of 6,000 pages moved',
    prepare: async (target) => {
      const text = (i: number) => `---\ntitle: Page ${i}\n---\nText\n`
      await withFiles(target, 'moved', (to) => writeFiles(path.join(to, 'old'), 6000, text))
    },
    run: async (target) => {
      const json = { changes: [{ action: 'move', type: 'file', path: 'old/', to: 'new' }] }
      const path = `/v2/sites/${target.site}/changes`
      return (await send(target, { method: 'POST', path, json })).status
    },
  }
}

/** Every segment of the patterns is compared with every folder of `collections_dir`, for each document. */
function deepPatterns(): Attack {
  const rule = (i: number) =>
    `- {scope: {path: "${`${'**/a/'.repeat(199)}${i}`.slice(-999)}"}, values: {a: 1}}\n`
  const rules = Array.from({ length: 10 }, (_, i) => rule(i)).join('')
  return {
    title: 'a post under patterns of 200 folders each',
    prepare: async (target) => {
      const text = `collections_dir: ${'a/'.repeat(255)}a\ndefaults:\n${rules}`
      await putSource(target, '_config.yml', text)
    },
    run: async (target) => (await post(target, {})).status,
  }
}

/** Lists of texts as long as may be, of what takes most to escape in JSON: of one in one answer, of three in a stream. */
function longLists(): Attack {
  return {
    title: 'lists of texts of 4 MB of control characters',
    prepare: async (target) => {
      const text = `---\ntitle: x\n---\n${'\u0001'.repeat(LONG)}`
      await withFiles(target, 'long', (to) => writeFiles(path.join(to, '_posts'), 3, () => text))
    },
    run: async (target) => {
      const path = `/v2/sites/${target.site}/collections/posts/documents`
      const lengths: number[] = []
      for (const query of ['?per_page=1', ''])
        lengths.push((await send(target, { method: 'GET', path: path + query })).text.length)
      return lengths.join()
    },
  }
}

/** A text as long as may be, of what takes most to escape in JSON: renamed, read, and merged. */
function longText(): Attack {
  let document = ''
  return {
    title: 'a text of 4 MB of quotes and line ends, renamed, read and merged',
    prepare: async (target) => {
      const { text } = await post(target, { body: '"\\\n\t'.repeat(Math.floor(LONG / 4)) })
      const { id }: { id: string } = JSON.parse(text)
      document = `/v2/documents/${id}`
    },
    run: async (target) => {
      const put = (json: object) => send(target, { method: 'PUT', path: document, json })
      const { text } = await send(target, { method: 'GET', path: document })
      const { sha, body }: { sha: string; body: string } = JSON.parse(text)
      const renamed = await put({ title: 'Renamed meanwhile' })
      const merged = await put({ body: `${body}end\n`, sha })
      return `${renamed.status}, ${merged.status}`
    },
  }
}

/** Connections that are opened at once: with more, the system refuses some (`listen` keeps 511 waiting). */
const AT_ONCE = 400

/** Reports of who has what open, many at once, again and again. */
function reports(): Attack {
  let json = {}
  return {
    title: '2,000 reports of presence, 400 at once',
    prepare: async (target) => {
      const { id }: { id: string } = JSON.parse((await post(target, {})).text)
      json = { document_id: id }
    },
    run: async (target) => {
      const path = `/v2/sites/${target.site}/presence`
      const one = () => send(target, { method: 'POST', path, json })
      const found = new Set<number>()
      for (let round = 0; round < 5; round += 1) {
        const answers = await Promise.all(Array.from({ length: AT_ONCE }, one))
        for (const { status } of answers) found.add(status)
      }
      return [...found].join()
    },
  }
}

/** Characters of the longest body that is taken, with room for front matter. */
const LONG = MAX_TEXT_BYTES - 1000

const ATTACKS: readonly Attack[] = [
  {
    title: 'nothing, for two seconds',
    run: () => new Promise((resolve) => setTimeout(resolve, 2000, '-')),
  },
  metadata(250),
  metadata(1000),
  metadata(1500),
  {
    title: 'metadata of a site of 1,500 keys',
    run: async (target) => {
      const json = { metadata: numbered(1500) }
      return (await send(target, { method: 'PUT', path: `/v2/sites/${target.site}`, json })).status
    },
  },
  doubledKeys(),
  {
    title: 'a value of 29,000 line ends',
    run: async (target) =>
      (await post(target, { metadata: { a: `x${'\n'.repeat(29_000)}x` } })).status,
  },
  configured('a label of 60,000 dashes', () => `collections:\n  x${'-'.repeat(60_000)}x: {}\n`),
  configured('a label of 250,000 dashes', () => `collections:\n  x${'-'.repeat(250_000)}x: {}\n`),
  configured('100,000 slashes in collections_dir', () => `collections_dir: a${'/'.repeat(1e5)}b\n`),
  configured('a pattern of 240 kB with braces', () => {
    const glob = `*{${'{a,b},'.repeat(40_000)}}`
    return `defaults:\n- {scope: {path: "${glob}"}, values: {a: 1}}\n`
  }),
  configured('a configuration as it was', () => 'title: Harm\n'),
  {
    title: '2 MB of `tags: [1,1,…]`',
    run: async (target) => {
      const { status, text } = await post(target, { tags: Array(1_000_000).fill(1) })
      return `${status}, ${text.length.toLocaleString('en')} bytes`
    },
  },
  {
    title: 'a list of 4.5 million numbers',
    run: async (target) => {
      const text = `{"title":"x","metadata":{"a":[${'1,'.repeat(4_500_000)}1]}}`
      return (await send(target, { method: 'PUT', path: `/v2/sites/${target.site}`, text })).status
    },
  },
  {
    title: 'a body of 4 MB of text',
    run: async (target) =>
      (await post(target, { body: 'long text '.repeat(Math.floor(LONG / 10)) })).status,
  },
  {
    title: 'a body of 2 million line ends',
    run: async (target) => (await post(target, { body: '\n'.repeat(2_000_000) })).status,
  },
  longText(),
  longLists(),
  reports(),
  pushed('300 documents with 200 kB of front matter', (folder) =>
    writeFiles(path.join(folder, '_posts'), 300, (i) => {
      const keys = Array.from({ length: 8000 }, (_, key) => `key${key}: a value ${key + i}\n`)
      return `---\ntitle: Post ${i}\n${keys.join('')}---\nBody\n`
    }),
  ),
  pushed('2,000 documents of 100 kB', (folder) =>
    writeFiles(path.join(folder, '_posts'), 2000, (i) => `---\n---\n${randomText(1e5, i + 1)}`),
  ),
  renames(),
  lists(),
  movedFolder(),
  importedZip(),
  importedRepository(),
  deepPatterns(),
]

async function main(): Promise<void> {
  const data = mkdtempSync(path.join(tmpdir(), 'galley-stalls-'))
  const turns = path.join(data, 'turns')
  const server = await serve(path.join(data, 'galley'), turns)
  try {
    const other = await makeSite(server, 'other')
    const document = await newPost({ ...server, site: other, folder: data })
    const prober = await startProber(server.url + document, server.authorization)
    const load = loadavg()[0]?.toFixed(1)
    console.log(`Node ${process.version}, load average ${load}\n`)
    const heads = ['asked', 'answer', 'took', "another's longest wait", 'p99', 'longest turn']
    console.log(`| ${heads.join(' | ')} |\n|---|---|---|---|---|---|`)
    for (const [i, attack] of ATTACKS.entries()) {
      if (!attack.title.includes(WANTED)) continue
      const site = await makeSite(server, `harm-${i}`)
      const folder = mkdtempSync(path.join(data, 'work-'))
      await time(attack, { ...server, site, folder }, { prober, turns })
    }
    await prober.stop()
  } finally {
    server.child.kill('SIGTERM')
    await new Promise((resolve) => server.child.once('exit', resolve))
    rmSync(data, { recursive: true, force: true })
  }
}

/** What measures a server from outside, and from inside. */
interface Measures {
  readonly prober: Prober
  /** The file of its long turns. */
  readonly turns: string
}

async function time(attack: Attack, target: Target, { prober, turns }: Measures): Promise<void> {
  await attack.prepare?.(target)
  await prober.take()
  const { lines } = longestTurn(turns)
  const started = performance.now()
  const answer = await attack.run(target)
  const seconds = (performance.now() - started) / 1000
  const { longest, p99 } = await prober.take()
  const turn = longestTurn(turns, lines).longest
  const cells = [attack.title, answer, `${seconds.toFixed(2)} s`, ms(longest), ms(p99), ms(turn)]
  console.log(`| ${cells.join(' | ')} |`)
}

const ms = (milliseconds: number) => `${milliseconds.toFixed(0)} ms`

type Server = Pick<Target, 'child' | 'url' | 'authorization'>

async function makeSite(server: Server, name: string): Promise<string> {
  const json = { title: name, domain: `${name}.test`, empty: true }
  const { text } = await send(server, { method: 'POST', path: '/v2/sites', json })
  const { id }: { id: string } = JSON.parse(text)
  return id
}

async function serve(data: string, turns: string): Promise<Server> {
  const flags = ['--port', '0', '--sites-port', '0', '--log-level', 'error']
  const limits = ['--rate-limit', '1000000', '--data', data, '--allow-addresses', '127.0.0.1']
  const child = spawn(
    process.execPath,
    [path.join(ROOT, 'bin/galley.js'), 'serve', ...flags, ...limits],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...turnsInto(turns) } },
  )
  let output = ''
  for await (const chunk of child.stdout) {
    output += String(chunk)
    const url = /listening on (\S+)/.exec(output)?.[1]
    if (url === undefined || !output.includes('sites on')) continue
    const value = (name: string) => new RegExp(`${name}: +(\\S+)`).exec(output)?.[1] ?? ''
    const pair = `${value('api_key')}:${value('api_secret')}`
    return { child, url, authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
  }
  throw new Error(`The server did not start: ${output}`)
}

await main()
