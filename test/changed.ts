/**
 * `npm run test:changed [-- COMMIT] [--whole] [--list]`: runs the tests that a change can reach (`house/reach.ts`), against the
 * branch that it will land on (`main`) or another commit. What is reached only by way of the whole server is left out, but for
 * the tests that are called like what has changed, and a typical one; `--whole` runs it, too. `--list` runs nothing.
 */

import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { readNames, reachOf } from './house/reach.js'
import { ROOT } from './house/sources.js'

/** So few start sooner from source than they are compiled. */
const FEW = 12

/** What settles how all is built and tested. */
const SETTLES_ALL = /^(?:package(?:-lock)?\.json|(?:.*\/)?tsconfig\.json)$/

const { values, positionals } = parseArgs({
  options: { whole: { type: 'boolean' }, list: { type: 'boolean' } },
  allowPositionals: true,
})

function git(...args: readonly string[]): string[] | null {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  return status === 0 ? stdout.split(/[\0\n]/).filter(Boolean) : null
}

/** Changed since a commit, saved or not, with files that git does not know yet. */
function changedSince(base: string): string[] {
  const tracked = git('diff', '--name-only', '--no-renames', '-z', base)
  if (tracked === null) {
    process.stderr.write(`${base} is no commit.\n`)
    process.exit(1)
  }
  return [...tracked, ...(git('ls-files', '--others', '--exclude-standard', '-z') ?? [])]
}

const base = positionals[0] ?? git('merge-base', 'HEAD', 'main')?.[0] ?? 'HEAD'
const changed = changedSince(base)
const { near, named, far } = reachOf(readNames(), changed)
const files = [...near, ...named, ...(values.whole ? far : [])].toSorted()
const say = (line: string) => process.stdout.write(`${line}\n`)

say(`${changed.length} files have changed since ${base}; ${files.length} files of tests run.`)
if (changed.some((file) => SETTLES_ALL.test(file)))
  say('A change of settings reaches everything: npm test')
if (far.length > 0 && !values.whole)
  say(
    `${far.length} more are reached only by way of the whole server: npm run test:changed -- --whole`,
  )
if (values.list) for (const file of files) say(file)
else if (files.length > 0) process.exitCode = run()

function run(): number {
  const words =
    files.length > FEW
      ? ['--import', 'tsx', 'test/all.ts', ...files]
      : ['node_modules/mocha/bin/mocha.js', ...files]
  return spawnSync(process.execPath, words, { cwd: ROOT, stdio: 'inherit' }).status ?? 1
}
