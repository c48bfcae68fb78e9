/**
 * The command `galley`: one subcommand a file, each imported when it is called.
 *
 * @see decisions.md §10
 */

import { Command, CommanderError } from 'commander'
import { GalleyError } from '../errors.js'
import { addBackup } from './backup.js'
import { addBuild } from './build.js'
import { CommandError } from './command-error.js'
import { addReindex } from './reindex.js'
import { addRestore } from './restore.js'
import { addServe } from './serve.js'
import { addDoctor } from './doctor.js'
import { addPublish } from './publish.js'
import { addSite } from './site.js'
import { addUser } from './user.js'
import { version } from './version.js'

/** Node before this is refused, with the version found. */
const LEAST_NODE = [20, 20]

/** Runs a command line; sets the exit code. */
export async function main(args: readonly string[]): Promise<void> {
  requireNode()
  const program = new Command('galley')
    .description('Static websites in git: edit, build, publish.')
    .version(version())
    .exitOverride()
  addServe(program)
  addBuild(program)
  addSite(program)
  addPublish(program)
  addUser(program)
  addReindex(program)
  addDoctor(program)
  addBackup(program)
  addRestore(program)
  try {
    await program.parseAsync([...args], { from: 'user' })
  } catch (error) {
    process.exitCode = report(error)
  }
}

function requireNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = LEAST_NODE
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return
  console.error(`galley needs Node ${LEAST_NODE.join('.')} or later; this is ${process.version}.`)
  process.exit(1)
}

/** Exit code of a failure; commander has told its own already. */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode
  if (isForPeople(error)) console.error(`galley: ${error.message}`)
  else console.error('galley:', error)
  return 1
}

/** Errors whose message says all; others are faults of ours and are shown with their stack. */
const FOR_PEOPLE = new Set(['StoreError', 'DeployError', 'GitError', 'SystemError'])

function isForPeople(error: unknown): error is Error {
  if (error instanceof GalleyError || error instanceof CommandError) return true
  if (!(error instanceof Error)) return false
  return FOR_PEOPLE.has(error.name) || 'syscall' in error
}
