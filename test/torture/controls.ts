/**
 * `npm run test:controls [-- part of a name]`: plants a defect in a copy of the source for each suite of
 * this folder, and sees that the suite turns red because of it: a check that can't fail says nothing.
 */

import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const wanted = process.argv[2] ?? ''

interface Control {
  readonly suite: string
  readonly defect: string
  /** What is replaced in which file, once. */
  readonly plant: readonly [file: string, from: string, to: string]
  /** What the suite must say. */
  readonly says: RegExp
}

const CONTROLS: readonly Control[] = [
  {
    suite: 'increments',
    defect: 'If-Match is not looked at',
    plant: ['src/service/content/preconditions.ts', 'if (ifMatch !== null &&', 'if (false &&'],
    says: /lose no step of|AssertionError/,
  },
  {
    suite: 'histories',
    defect: 'a release that is rolled back to is not looked for: the newest is taken',
    plant: [
      'src/service/publish/rollback.ts',
      'const release = records.releases.find(releaseId)',
      "releaseId = records.releases.list(siteId, 'live')[0]?.id ?? releaseId\n      const release = records.releases.find(releaseId)",
    ],
    says: /live \S+\.md/,
  },
  {
    suite: 'paths',
    defect: 'no spelling of .git is known',
    plant: [
      'src/content/paths.ts',
      'return /^(?:\\.git|git~\\d+)[. ]*$/.test(bare)',
      "return bare === 'no'",
    ],
    says: /hasDotgit|fsck|\.git/i,
  },
  {
    suite: 'outsiders',
    defect: 'everybody is an admin of every site',
    plant: [
      'src/service/accounts/access.ts',
      'records.roles.findFor(siteId, actor.user.id)?.kind ?? null',
      "records.roles.findFor(siteId, actor.user.id)?.kind ?? 'admin'",
    ],
    says: /by somebody without a role at/,
  },
  {
    suite: 'bombs',
    defect: 'a target that is no path is not refused',
    plant: ['src/http/app.ts', 'app.use(requirePath)', 'void requirePath'],
    says: /500/,
  },
  {
    suite: 'bombs',
    defect: 'a style sheet has all the time of its build',
    plant: ['src/builder/sass/limits.ts', 'if (performance.now() > end) stop(', 'if (false) stop('],
    says: /of Sass, in previews/,
  },
  {
    suite: 'soak',
    defect: 'the builder of a site that is deleted goes on',
    plant: ['src/application/application.ts', 'work.previews.forget(siteId)', 'void work.previews'],
    says: /session-child/,
  },
  {
    suite: 'soak',
    defect: 'a file of a working tree that was replaced stays open',
    plant: ['src/git/worktree/late-edits.ts', 'letGo(old.held)])', 'void letGo])'],
    says: /open files of sites/,
  },
  {
    suite: 'soak',
    defect: 'the index keeps the rows of a site that is deleted',
    plant: [
      'src/service/sites/site-remover.ts',
      'dependencies.index.deleteSite(siteId)',
      'void dependencies.index',
    ],
    says: /rows of sites that are gone/,
  },
]

function planted({ plant: [file, from, to] }: Control): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-control-'))
  for (const name of ['src', 'test', 'bin', 'package.json', 'tsconfig.json'])
    cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true })
  for (const name of ['node_modules', 'fixtures', 'dist'])
    symlinkSync(path.join(ROOT, name), path.join(folder, name))
  const text = readFileSync(path.join(folder, file), 'utf8')
  if (text.split(from).length !== 2) throw new Error(`${file} holds "${from}" not just once`)
  writeFileSync(
    path.join(folder, file),
    text.replace(from, () => to),
  )
  return folder
}

function isFound(control: Control): boolean {
  const folder = planted(control)
  try {
    const { status, stdout } = spawnSync(
      'npx',
      ['mocha', `test/torture/${control.suite}.test.ts`],
      {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 1 << 28,
        env: { ...process.env, GALLEY_PATIENCE: '20' },
      },
    )
    const found = status !== 0 && control.says.test(stdout)
    console.log(`| ${control.suite} | ${control.defect} | ${found ? 'found' : '**not found**'} |`)
    if (!found) console.error(stdout)
    return found
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

console.log('| suite | planted | |\n|---|---|---|')
const results = CONTROLS.filter(({ suite }) => suite.includes(wanted)).map(isFound)
process.exitCode = results.every(Boolean) && results.length > 0 ? 0 : 1
