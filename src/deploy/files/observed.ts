/** Works out what is on a target: the last manifest, corrected by a listing. Pure. */

import type { FileFacts, Manifest } from './deployer.js'
import { oursIn } from './manifest.js'
import type { Remote } from './plan.js'
import { forEachYielding } from '../../system/yielding.js'

/** Stands for unknown content; equal to no checksum of a release. */
const UNKNOWN_SHA256 = '0'.repeat(64)

/**
 * The manifest of what is on a target before it is changed. After an interrupted deployment, a path may have two
 * possible contents; the one that matches the listing is taken.
 */
export async function observe(
  previous: Manifest | null,
  remote: Remote,
): Promise<Map<string, FileFacts>> {
  const observed = new Map<string, FileFacts>()
  if (previous === null) return observed
  await forEachYielding(oursIn(previous), (path) => {
    const facts = observeOne(previous, path, remote)
    if (facts !== null) observed.set(path, facts)
  })
  return observed
}

function observeOne(previous: Manifest, path: string, remote: Remote): FileFacts | null {
  const known = [previous.files.get(path), previous.pending?.get(path)]
  const there = remote?.get(path)
  if (remote !== null && there === undefined) return null
  const fits = known.filter(
    (facts) =>
      facts !== undefined &&
      (there === undefined || there.size === null || there.size === facts.size) &&
      (there?.version === undefined ||
        facts.version === undefined ||
        there.version === facts.version),
  )
  const [first] = fits
  if (first === undefined) return null
  const isSure = fits.every((facts) => facts?.sha256 === first.sha256)
  return isSure ? first : { sha256: UNKNOWN_SHA256, size: first.size }
}
