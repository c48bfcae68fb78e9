/**
 * Implements `FileStore` for a folder of this machine, such as a mounted disk. A file is there whole, and durable, or not
 * at all. The folder itself is never created: it may be where a disk is to be mounted.
 */

import { createReadStream } from 'node:fs'
import { readdir, readFile, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makeFolder, removeIfThere, syncPath, writeTemporary } from '../../system/durable.js'
import { hasCode, isFullDisk, missingIsNull } from '../../system/errno.js'
import type { Content, FileStore, OpenStore, RemoteFile, Stored } from '../files/file-store.js'
import { temporaryName } from '../files/remote-name.js'
import { type RemoteEntry, walkRemote } from '../files/walk-remote.js'
import { DeployError } from '../network/deploy-error.js'

const PARALLEL = 8

/** @param folder absolute path of a folder that exists */
export function folderStore(folder: string): OpenStore {
  return async () => {
    const found = await told(folder, () => stat(folder))
    if (!found.isDirectory()) throw new DeployError('bad_options', `${folder} is not a folder`)
    return storeOn(folder)
  }
}

function storeOn(folder: string): FileStore {
  const full = (path: string) => join(folder, path)
  return {
    place: folder,
    parallel: PARALLEL,
    listsCheaply: true,
    list: () => {
      const entriesOf = (below: string) => told(folder, () => entriesIn(full(below)))
      return walkRemote({ entriesOf, atOnce: PARALLEL, onFolder: () => undefined })
    },
    stat: (path) => told(folder, () => statFile(full(path))),
    read: (path, limit) =>
      told(folder, async () => {
        const there = await statFile(full(path))
        if (there === null) return null
        if ((there.size ?? 0) <= limit) return readFile(full(path))
        const clause = `a file is longer than the ${limit} bytes that are read of it`
        throw new DeployError('bad_remote', clause)
      }),
    put: (path, content) => told(folder, () => putFile(folder, path, content)),
    remove: (path) => told(folder, () => removeIfThere(full(path))),
    close: async () => undefined,
  }
}

async function entriesIn(folder: string): Promise<RemoteEntry[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.map((entry) => {
    const kind = entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'other'
    return { name: entry.name, kind, size: null }
  })
}

async function statFile(file: string): Promise<RemoteFile | null> {
  const found = await stat(file).catch(missingIsNull)
  return found && { size: found.size }
}

async function putFile(folder: string, path: string, content: Content): Promise<Stored> {
  const goal = join(folder, path)
  const temporary = join(folder, temporaryName())
  if (dirname(path) !== '.') await makeFolder(dirname(goal))
  await writeTemporary({ path: temporary, mode: 0o600 }, async (handle) => {
    const { source } = content
    if (source.bytes !== undefined) await handle.writeFile(source.bytes)
    else await pipeline(createReadStream(source.file), handle.createWriteStream({ flush: true }))
  })
  await rename(temporary, goal).catch(async (error: unknown) => {
    await unlink(temporary)
    throw error
  })
  await syncPath(dirname(goal))
  return {}
}

/** Runs a step; its failure becomes a clause that names the folder. */
async function told<T>(folder: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof DeployError) throw error
    if (isFullDisk(error)) throw new DeployError('remote_full', `the disk of ${folder} is full`)
    if (hasCode(error, 'EACCES', 'EPERM', 'EROFS')) {
      throw new DeployError('forbidden', `${folder} may not be read and written`)
    }
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) {
      const clause = `there is no folder ${folder}; create it, or mount its disk`
      throw new DeployError('not_found', clause)
    }
    throw new DeployError('remote_error', error instanceof Error ? error.message : String(error))
  }
}
