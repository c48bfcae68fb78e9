/**
 * Removes the folders of sockets that a server and its helper process have left behind, as when both were killed at
 * once. The next server does it.
 */
import { lstat, readdir, rmdir, unlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { ignore } from '../../system/durable.js'
import { hasCode } from '../../system/errno.js'

/** Begin of the name of a folder for a socket; `mkdtemp` adds six characters. */
export const FOLDER_PREFIX = 'galley-start-'
/** Name of the socket in its folder. */
export const SOCKET_NAME = 's'

const FOLDER_NAME = /^galley-start-[A-Za-z0-9]{6}$/
/** Another server may be creating a younger one: its socket answers a moment later than it is there. */
const MIN_AGE_MS = 3_600_000

/**
 * Removes those of this process's user in `root` whose socket is gone, or nobody answers at. The folder may be one that
 * everybody writes to: nothing that is a link, belongs to others, or holds anything else is touched.
 */
export async function removeLeftSockets(root: string): Promise<void> {
  const names = await readdir(root).catch((): string[] => [])
  for (const name of names) {
    if (FOLDER_NAME.test(name)) await removeIfLeft(join(root, name)).catch(ignore)
  }
}

async function removeIfLeft(folder: string): Promise<void> {
  const found = await lstat(folder)
  if (!found.isDirectory() || found.uid !== process.getuid?.()) return
  if (Date.now() - found.mtimeMs < MIN_AGE_MS) return
  const [name, ...others] = await readdir(folder)
  if (others.length > 0) return
  if (name !== undefined) {
    const socket = join(folder, name)
    // Connecting to a file is refused as well.
    if (name !== SOCKET_NAME || !(await lstat(socket)).isSocket()) return
    if (!(await isRefused(socket))) return
    await unlink(socket)
  }
  await rmdir(folder)
}

/** Whether nobody listens at a socket. */
function isRefused(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path })
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.once('error', (error) => resolve(hasCode(error, 'ECONNREFUSED')))
  })
}
