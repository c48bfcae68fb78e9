/**
 * A text that is shown again has its address for itself again. While it was hidden, another text may have asked for a
 * redirect from there; two pages at one address would be left to the build, of which one is lost. So the redirect goes,
 * in the same commit.
 */

import { describeEntry } from '../../content/document.js'
import { addressKey } from '../../content/redirects.js'
import type { Edit } from '../../git/commit.js'
import type { Snapshot } from '../../git/objects/snapshot.js'
import { decodeYielding } from '../../system/long-text.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { ConfigState } from '../branch/config-state.js'
import { changed, frontMatterIn } from '../branch/long-yaml/long-yaml.js'

/** What a change has made of a text. */
interface Shown {
  readonly siteId: string
  readonly path: string
  readonly text: string
}

/** The addresses of a text that is visible now: its own, and those that lead to it. */
export async function addressesOf(
  { siteId, path, text }: Shown,
  { config }: ConfigState,
): Promise<readonly string[]> {
  const facts = describeEntry(path, await frontMatterIn(text, { siteId }), config)
  const own = facts.url === null ? [] : [addressKey(facts.url)]
  return [...own, ...(facts.text?.redirects ?? [])]
}

interface Freeing {
  readonly index: Pick<SiteIndex, 'redirecting'>
  readonly siteId: string
  readonly snapshot: Snapshot
}

/** A text, and the addresses that it has again. */
interface Owner {
  readonly path: string
  readonly addresses?: readonly string[]
}

/**
 * The changes to files, and those that take the redirects from the addresses of some texts away.
 *
 * @param files what is changed anyway
 */
export async function freed(
  { index, siteId, snapshot }: Freeing,
  files: ReadonlyMap<string, Edit>,
  owners: readonly Owner[],
): Promise<ReadonlyMap<string, Edit>> {
  const taken = new Set(owners.flatMap(({ addresses = [] }) => addresses))
  if (taken.size === 0) return files
  const shown = new Set(
    owners.filter(({ addresses = [] }) => addresses.length > 0).map(({ path }) => path),
  )
  const all = new Map(files)
  for (const { path } of index.redirecting(siteId, [...taken])) {
    const edit = files.get(path)
    // What is removed, or replaced by another file as it is, has no redirect of its own to lose.
    if (shown.has(path) || (edit !== undefined && (edit === null || !('data' in edit)))) continue
    const data = edit === undefined ? await snapshot.read(path) : Buffer.from(edit.data)
    const text = await decodeYielding(data)
    const front = await frontMatterIn(text, { siteId })
    // What is no text in the list leads nowhere, and is not ours to remove.
    const before = [front.data.get('redirect_from') ?? null].flat()
    const after = before.filter((one) => typeof one !== 'string' || !taken.has(addressKey(one)))
    if (front.error !== null || after.length === before.length) continue
    const change =
      after.length === 0
        ? { remove: ['redirect_from'], read: front }
        : { set: new Map([['redirect_from', after]]), read: front }
    const without = await changed({ kind: 'front matter', text, edit: change }, { siteId })
    all.set(path, { ...edit, data: Buffer.from(without) })
  }
  return all
}
