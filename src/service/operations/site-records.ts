/**
 * Takes what the records have of one site from one data folder to another, with its secrets encrypted by the key of the
 * other. Passwords, key pairs and the key itself stay where they are.
 */

import { openRecordsFile, type RecordsFile } from '../../store/database.js'
import { randomIds } from '../../system/random-ids.js'
import { nextTurn } from '../../system/yielding.js'
import type { Accounts } from '../accounts/accounts.js'
import { readServerKey } from '../accounts/server-key.js'
import { createVault } from '../accounts/vault.js'
import { dataFolders, type DataFolders } from '../branch/folders.js'
import { resealOptions } from '../sites/site-options.js'

interface TakeRequest {
  readonly from: DataFolders
  readonly to: {
    readonly file: Pick<RecordsFile, 'records' | 'siteRows'>
    readonly folders: DataFolders
  }
  readonly siteId: string
  readonly domain: string
  readonly heir: string
  readonly roleId: string
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  /** Takes the people along, into records that have none. */
  readonly withPeople?: boolean
  /** Called when all ids are there, before anybody can see the site. */
  readonly ready?: () => Promise<void>
}

const IDS_AT_ONCE = 250

/**
 * @returns a sentence about each person with a role on the site who has no account there
 * @throws GalleyError `conflict` if there is a site with this id or domain
 */
export async function takeRecords(request: TakeRequest): Promise<string[]> {
  const { from, to, siteId, withPeople = false, ready } = request
  const theirs = createVault(await readServerKey(from.serverKey))
  const ours = createVault(await readServerKey(to.folders.serverKey))
  const reseal = (sealed: Buffer) => ours.seal(theirs.open(sealed))
  const { records, siteRows } = to.file
  return siteRows.from(from.records, async (source) => {
    if (withPeople) source.takePeople(siteId)
    // A restore that was cut off may have left some.
    while (records.entryIds.forget(siteId, IDS_AT_ONCE)) await nextTurn()
    let last: string | null = ''
    while ((last = source.takeIds(siteId, last)) !== null) await nextTurn()
    await ready?.()
    source.take({
      ...request,
      reseal,
      resealOptions: (options) => resealOptions(options, reseal),
    })
    return source
      .strangers(siteId)
      .map(
        ({ email, kind }) => `${email} (${kind}) has no account here, and so no role on the site.`,
      )
  })
}

/** Writes records with one site only, and a key of their own, into a folder. @param at milliseconds since the Unix epoch */
export async function stageRecordsOf(
  { folders, records }: Pick<Accounts, 'folders' | 'records'>,
  { siteId, at }: { readonly siteId: string; readonly at: number },
  staging: string,
): Promise<void> {
  const { domain, userId: heir } = records.sites.get(siteId)
  const target = dataFolders(staging)
  const newId = randomIds()
  const file = openRecordsFile(target.records, newId)
  const to = { file, folders: target }
  const site = { siteId, domain, heir, roleId: newId(), at }
  try {
    await takeRecords({ ...site, from: folders, to, withPeople: true })
  } finally {
    file.close()
  }
}
