/**
 * Tests the hosting of a site without a running server, for `galley site test-hosting`. @see src/cli/README.md
 * (Commands)
 */

import { detectGit } from '../../git/program/command.js'
import { createShared } from '../../git/repository.js'
import type { Accounts } from '../accounts/accounts.js'
import { createDeploying } from './deploying.js'
import { SERVER_AUTHOR } from '../branch/authors.js'
import { createRepositories } from '../branch/repositories.js'
import { readServerKey } from '../accounts/server-key.js'
import { createSiteOptions } from '../sites/site-options.js'
import { createGitPushing } from '../sync/push.js'
import { createVault } from '../accounts/vault.js'

const SILENCE_MS = 30_000

interface HostingTestOptions {
  /** Private addresses or networks that may be reached. */
  readonly allowAddresses: readonly string[]
  readonly now: () => number
  readonly signal: AbortSignal
}

/**
 * @returns one sentence: what was found
 * @throws GalleyError says what is wrong
 */
export async function testSiteHosting(
  { records, folders }: Accounts,
  siteId: string,
  { allowAddresses, now, signal }: HostingTestOptions,
): Promise<string> {
  const shared = createShared({ processes: 1 })
  const native = (await detectGit()) !== null
  const repositories = createRepositories({ folders, shared, native })
  const outgoing = { rules: { allow: allowAddresses }, timeout: SILENCE_MS }
  const options = createSiteOptions(createVault(await readServerKey(folders.serverKey)))
  const pushing = createGitPushing({ repositories, outgoing, author: SERVER_AUTHOR, now })
  // A test checks out no files.
  const boot = { id: '', time: 0 }
  const index = {
    commitOf: () => null,
    hiddenPaths: () => ({ texts: [], inDrafts: [], until: null }),
  }
  const parts = { records, index, folders, repositories, options, pushing, outgoing, boot, now }
  try {
    return await createDeploying(parts).test(records.sites.get(siteId), signal)
  } finally {
    await repositories.close()
    await shared.close()
  }
}
