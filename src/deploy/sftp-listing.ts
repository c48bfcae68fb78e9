import { DeployError } from './deploy-error.js'
import { type Listing, listingLimits, type RemoteFile } from './file-store.js'
import { forEachParallel } from './parallel.js'
import { isSafePath, isSafeSegment } from './remote-name.js'
import { type Sftp, sizeOf } from './sftp-requests.js'

/**
 * Every file below a folder, level by level. Links are not followed, hostile names are not used:
 * both count as odd.
 *
 * @param onFolder is told each folder, by its path below `base`
 */
export async function listSftp(
  sftp: Sftp,
  base: string,
  onFolder: (path: string) => void,
): Promise<Listing> {
  const files = new Map<string, RemoteFile>()
  let odd = 0
  let level = ['']
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: string[] = []
    await forEachParallel(level, 16, async (folder) => {
      for (const { filename, attrs } of await sftp.readdir(`${base}/${folder}`)) {
        if (filename === '.' || filename === '..') continue
        const path = folder === '' ? filename : `${folder}/${filename}`
        if (!isSafeSegment(filename) || !isSafePath(path)) odd += 1
        else if (attrs.isFile()) files.set(path, { size: sizeOf(attrs) })
        else if (attrs.isDirectory() && depth < listingLimits.depth) next.push(path)
        else odd += 1
        if (files.size + next.length + odd > listingLimits.files) throw tooMany()
      }
    })
    next.forEach(onFolder)
    level = next
  }
  return { files, odd }
}

function tooMany(): DeployError {
  return new DeployError('bad_remote', `it names more than ${listingLimits.files} entries`)
}
