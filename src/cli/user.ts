/**
 * `galley user`: manages users directly in the records, also while a server runs. @see src/http/README.md (Users;
 * Running)
 */

import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import { isEmail, MIN_PASSWORD, type Actor, type User } from '../model/user.js'
import { hostInUrl } from '../system/addresses.js'
import { withAccounts } from './accounts.js'
import { CommandError } from './command-error.js'
import { printJson, printTable } from './output.js'
import { findServer } from './running.js'
import { addDataFolder, configOf } from './settings.js'

const SERVER: Actor = { kind: 'server' }

/** The options of all these commands, as commander parses them. */
interface UserFlags {
  readonly email?: string
  readonly firstname?: string
  readonly lastname?: string
  readonly admin?: true
  readonly passwordStdin?: true
  readonly json?: true
}

export function addUser(program: Command): void {
  const user = program.command('user').description('manage the users of the server')
  const sub = (name: string, description: string) =>
    addDataFolder(user.command(name).description(description)).option('--json', 'print JSON')
  sub('add', 'add a user; prints the id, with --json also the API key and secret')
    .requiredOption('--email <address>', 'e-mail address')
    .option('--firstname <name>', 'first name')
    .option('--lastname <name>', 'last name')
    .option('--admin', 'make the user a server administrator')
    .option('--password-stdin', 'read the password from standard input')
    .action((flags: UserFlags) => add(flags))
  sub('list', 'list all users').action((flags: UserFlags) => list(flags))
  sub('passwd', 'set a password; without --password-stdin a random one is printed')
    .argument('<user>', 'e-mail address or id')
    .option('--password-stdin', 'read the password from standard input')
    .action((who: string, flags: UserFlags) => passwd(who, flags))
  sub(
    'reset-link',
    'print a link with which a user sets a new password; it works once, for an hour',
  )
    .argument('<user>', 'e-mail address or id')
    .action((who: string, flags: UserFlags) => resetLink(who, flags))
  sub('take-off-factor', 'take the second factor off a user who has lost it')
    .argument('<user>', 'e-mail address or id')
    .action((who: string, flags: UserFlags) => takeOffFactor(who, flags))
  sub('unlink', 'unlink a user from the OpenID Connect provider')
    .argument('<user>', 'e-mail address or id')
    .action((who: string, flags: UserFlags) => unlink(who, flags))
  sub('remove', 'remove a user with keys and roles')
    .argument('<user>', 'e-mail address or id')
    .action((who: string, flags: UserFlags) => remove(who, flags))
}

async function add(flags: UserFlags): Promise<void> {
  const { email = '', firstname, lastname, admin } = flags
  if (!isEmail(email)) throw new CommandError('--email must be an e-mail address.')
  const password = flags.passwordStdin === true ? await readPassword() : undefined
  const config = configOf({ ...flags })
  await withAccounts(
    config,
    async ({ users, records }) => {
      if (admin !== true && records.users.count() === 0) {
        throw new CommandError('The first user must be an administrator: add --admin.')
      }
      const input = { email, password, firstname, lastname, admin: admin === true }
      const user = await users.create(SERVER, input)
      if (flags.json !== true) return console.log(user.id)
      const { apiKey, apiSecret } = users.keyPairOf(SERVER, user.id)
      printJson({ ...userJson(user), api_key: apiKey, api_secret: apiSecret })
    },
    { create: true },
  )
}

async function list(flags: UserFlags): Promise<void> {
  await withAccounts(configOf({ ...flags }), ({ users }) => {
    const everybody = users.list(SERVER, { limit: Number.MAX_SAFE_INTEGER, offset: 0 }).rows
    if (flags.json === true) return printJson(everybody.map(userJson))
    const rows = everybody.map((user) => [
      user.id,
      user.email,
      user.isAdmin ? 'admin' : '',
      `${user.firstname} ${user.lastname}`.trim(),
    ])
    printTable([['ID', 'E-MAIL', 'ROLE', 'NAME'], ...rows])
  })
}

async function passwd(who: string, flags: UserFlags): Promise<void> {
  const given = flags.passwordStdin === true ? await readPassword() : null
  const password = given ?? randomBytes(15).toString('base64url')
  await withAccounts(configOf({ ...flags }), async ({ users, records }) => {
    const user = findUser(records.users, who)
    await users.update(SERVER, user.id, { password })
    const made = given === null ? { password } : {}
    if (flags.json === true) return printJson({ id: user.id, email: user.email, ...made })
    console.log(given === null ? password : `The password of ${user.email} is set.`)
  })
}

async function resetLink(who: string, flags: UserFlags): Promise<void> {
  const config = configOf({ ...flags })
  const listening =
    findServer(config.data)?.url ?? `http://${hostInUrl(config.host)}:${config.port}`
  await withAccounts(config, (accounts) => {
    const user = findUser(accounts.records.users, who)
    const { link, expiresAt } = accounts.makeResetLink(user.id, config.publicUrl || listening)
    if (flags.json !== true) return console.log(link)
    printJson({ id: user.id, link, expires_at: new Date(expiresAt).toISOString() })
  })
}

async function takeOffFactor(who: string, flags: UserFlags): Promise<void> {
  await withAccounts(configOf({ ...flags }), ({ records }) => {
    const user = findUser(records.users, who)
    if (!records.secondFactors.delete(user.id)) {
      throw new CommandError(`${user.email} has no second factor.`)
    }
    if (flags.json === true) return printJson({ id: user.id, email: user.email })
    console.log(`${user.email} signs in with the password alone.`)
  })
}

async function unlink(who: string, flags: UserFlags): Promise<void> {
  await withAccounts(configOf({ ...flags }), ({ records }) => {
    const user = findUser(records.users, who)
    if (!records.oidcLinks.delete(user.id)) {
      throw new CommandError(`${user.email} is not linked to an OpenID Connect provider.`)
    }
    records.sessions.deleteByOidc(user.id, null)
    if (flags.json === true) return printJson({ id: user.id, email: user.email })
    console.log(`${user.email} is unlinked.`)
  })
}

async function remove(who: string, flags: UserFlags): Promise<void> {
  await withAccounts(configOf({ ...flags }), ({ users, records }) => {
    const user = findUser(records.users, who)
    users.delete(SERVER, user.id)
    if (flags.json === true) return printJson({ deleted: user.id })
    console.log(`Removed ${user.email}.`)
  })
}

interface Directory {
  find(id: string): User | null
  findByEmail(email: string): User | null
}

/** Finds a user by id or e-mail address. @throws CommandError if there is none */
export function findUser(directory: Directory, who: string): User {
  const user = directory.find(who) ?? directory.findByEmail(who)
  if (user) return user
  throw new CommandError(`There is no user ${JSON.stringify(who)}: galley user list shows all.`)
}

function userJson({ id, email, firstname, lastname, isAdmin, ...times }: User) {
  const stamp = (at: number) => new Date(at).toISOString()
  const stamps = { created_at: stamp(times.createdAt), updated_at: stamp(times.updatedAt) }
  return { id, email, firstname, lastname, admin: isAdmin, ...stamps }
}

/**
 * Reads a password from the first line of standard input: so it is neither in the process list nor in the shell's
 * history.
 */
async function readPassword(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
  const [line = ''] = Buffer.concat(chunks).toString('utf8').split(/\r?\n/)
  if (line.length >= MIN_PASSWORD) return line
  throw new CommandError(`A password needs at least ${MIN_PASSWORD} characters.`)
}
