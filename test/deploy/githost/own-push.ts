/**
 * The push that the service gives to the git host adapter, over a repository of its own.
 */
import { mkdir } from 'node:fs/promises'
import type { Push } from '../../../src/deploy/githost/githost.js'
import { createShared, initRepository } from '../../../src/git/repository.js'
import { dataFolders } from '../../../src/service/branch/folders.js'
import { SERVER_AUTHOR } from '../../../src/service/branch/authors.js'
import { createRepositories } from '../../../src/service/branch/repositories.js'
import { createGitPushing } from '../../../src/service/sync/push.js'
import type { Outgoing } from '../../../src/deploy/network/outgoing.js'
import { localOutgoing } from '../settings.js'

const closers: (() => Promise<void>)[] = []

/**
 * Pushes from a repository of their own, which is closed after the run.
 *
 * @param folder an empty one, for the data of the server that pushes
 */
export async function ownPush(folder: string): Promise<(outgoing?: Outgoing) => Push> {
  const folders = dataFolders(folder)
  const siteId = 'site'
  await mkdir(folders.site(siteId).root, { recursive: true })
  await initRepository(folders.site(siteId).repository)
  const shared = createShared()
  const repositories = createRepositories({ folders, shared, native: true })
  closers.push(async () => {
    await repositories.close()
    await shared.close()
  })
  const now = () => 1_700_000_000_000
  return (outgoing = localOutgoing) =>
    createGitPushing({ repositories, outgoing, author: SERVER_AUTHOR, now }).pushFor(siteId)
}

/** Ends the processes of all that pushed. */
export async function closePushes(): Promise<void> {
  for (const close of closers.splice(0)) await close()
}

after('close the repositories', closePushes)
