/**
 * `npm run api:coverage`: runs the tests of the API, and prints which status of which operation they have
 * not seen. With `GALLEY_API_SEEN` set to the folder of an earlier run it prints that of it. It fails where
 * there is one: `npm test` ends with it, with `--missing`, which prints no more than what is missing.
 */

import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { operationsOf } from '../../src/http/docs/operation.js'
import { startApi } from './server.js'

/**
 * What only a fault of the machine or of the program brings (`test/stories` has those), and what one place
 * says before there is an operation: that the server starts or stops.
 */
const FAULTS = new Set(['500', '503', '507'])

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** `operation status` of all that was answered. */
async function readSeen(folder: string): Promise<ReadonlySet<string>> {
  const seen = new Set<string>()
  for (const name of await readdir(folder)) {
    const file: object = JSON.parse(await readFile(path.join(folder, name), 'utf8'))
    for (const key of Object.keys(file)) seen.add(key.split(' ').slice(0, 2).join(' '))
  }
  return seen
}

async function runTests(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'galley-seen-'))
  const env = { ...process.env, GALLEY_API_SEEN: folder }
  spawnSync('npm', ['run', '--silent', 'test:api'], { env, stdio: 'inherit' })
  return folder
}

const folder = process.env['GALLEY_API_SEEN'] ?? (await runTests())
const seen = await readSeen(folder)
const api = await startApi()
try {
  const { json } = await api.get('/v2/openapi.json')
  let documented = 0
  let missed = 0
  for (const { id, about } of operationsOf(json)) {
    const statuses = Object.keys(Object(about['responses'])).filter((one) => !FAULTS.has(one))
    const name = id.replace(/Root$/, '')
    const missing = statuses.filter((status) => !seen.has(`${name} ${status}`))
    documented += statuses.length
    missed += missing.length
    const met = statuses.filter((status) => !missing.includes(status))
    if (missing.length === 0 && process.argv.includes('--missing')) continue
    print(`${id.padEnd(24)} seen ${met.join(' ').padEnd(60)} missing ${missing.join(' ')}`)
  }
  const share = ((100 * (documented - missed)) / documented).toFixed(1)
  print(`${documented - missed} of ${documented} statuses seen (${share}%), in ${folder}`)
  if (missed > 0) process.exitCode = 1
} finally {
  await api.finish()
}
