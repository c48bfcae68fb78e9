/**
 * A process that reads an object, leaves the program that it read it with idle, and has nothing more to do. It says at
 * its end whether the program was still there.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { catFilePool } from '../../../src/git/objects/cat-file.js'
import { startGit, useProcessLauncher } from '../../../src/git/program/start.js'

const [kind = '', gitDir = '', oid = ''] = process.argv.slice(2)

if (kind === 'launched') useProcessLauncher()
process.once('beforeExit', () => {
  process.stdout.write(processes().some(isReading) ? 'idle\n' : 'ended\n')
})
const reader = catFilePool().reader(gitDir)
const { type } = await reader.info(oid)
process.stdout.write(`${type}\n`)
if (kind === 'launched') {
  // The first program is started before the helper runs, this one by it.
  let parent = process.pid
  while (parent === process.pid) parent = await parentOfNext()
  const second = catFilePool().reader(gitDir)
  process.stdout.write(`${(await second.info(oid)).type}\n`)
}

async function parentOfNext(): Promise<number> {
  const config = ['alias.words=!cat /proc/$PPID/stat']
  const program = await startGit({ gitDir, args: ['words'], config })
  const chunks: string[] = []
  for await (const chunk of program.output) chunks.push(String(chunk))
  await program.ended
  const stat = chunks.join('')
  return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2])
}

function processes(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
}

function isReading(pid: string): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return words.includes(`--git-dir=${gitDir}`) && words.includes('cat-file')
  } catch {
    return false
  }
}
