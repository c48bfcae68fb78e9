/**
 * The command `galley`: one subcommand per file, imported only when it is called.
 *
 * @see src/http/README.md (Running)
 */

import { Command, CommanderError } from 'commander'
import { isForPeople } from './command-error.js'
import { misfitOf } from './misfit.js'
import { visible } from './output.js'
import { version } from './version.js'

/** Oldest version of Node that is supported. */
const MIN_NODE = [20, 20]

type Add = (program: Command) => void

/** The commands in the order of the help. Only the called one is loaded. */
const COMMANDS: Readonly<Record<string, () => Promise<Add>>> = {
  serve: async () => (await import('./serve.js')).addServe,
  build: async () => (await import('./build.js')).addBuild,
  site: async () => (await import('./site/site.js')).addSite,
  themes: async () => (await import('./themes.js')).addThemes,
  publish: async () => (await import('./publish.js')).addPublish,
  user: async () => (await import('./user.js')).addUser,
  reindex: async () => (await import('./reindex.js')).addReindex,
  doctor: async () => (await import('./doctor.js')).addDoctor,
  backup: async () => (await import('./backup.js')).addBackup,
  copies: async () => (await import('./copies.js')).addCopies,
  restore: async () => (await import('./restore.js')).addRestore,
}

/**
 * Runs a command line and sets the exit code.
 *
 * @param args the arguments after `galley`
 */
export async function main(args: readonly string[]): Promise<void> {
  requireNode()
  // Files of a server must be accessible only to this user: they contain secrets, drafts and e-mail addresses.
  if (!isBuild(args)) process.umask(0o077)
  const program = new Command('galley')
    .description('Static websites in git: edit, build, publish.')
    // `-V` is `--verbose` of `build`.
    .version(version(), '-v, --version')
    .showHelpAfterError('(add --help to a command to see its options)')
    .exitOverride()
  try {
    for (const load of calledBy(args)) (await load())(program)
    await program.parseAsync([...args], { from: 'user' })
  } catch (error) {
    process.exitCode = report(error)
  }
}

/** The command that uses no data folder; what it builds may be for others. */
function isBuild([name]: readonly string[]): boolean {
  return name === 'build' || name === 'b'
}

/** The called command; all commands for the help and for unknown names. */
function calledBy(args: readonly string[]) {
  const [name = ''] = args
  const command = isBuild(args) ? 'build' : name
  const load = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined
  return load === undefined ? Object.values(COMMANDS) : [load]
}

function requireNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [minMajor = 0, minMinor = 0] = MIN_NODE
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return
  console.error(`galley needs Node ${MIN_NODE.join('.')} or later; this is ${process.version}.`)
  process.exit(1)
}

/** Prints a failure and returns the exit code. commander has already printed its own errors. */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode
  const misfit = misfitOf(error)
  if (misfit !== null) console.error(`galley: ${visible(misfit)}`)
  else if (isForPeople(error)) console.error(`galley: ${visible(error.message)}`)
  else console.error('galley:', error)
  return 1
}
