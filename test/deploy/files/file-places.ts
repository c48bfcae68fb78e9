/**
 * Reading and changing a target through the disk of its server.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { MANIFEST_PATH, TEMPORARY_PREFIX } from '../../../src/deploy/files/remote-name.js'

function isManifest(path: string): boolean {
  return path === MANIFEST_PATH || path.startsWith(`${TEMPORARY_PREFIX}manifest`)
}

/**
 * Everything below a folder but the manifest, whole or half written: path to content. A server that
 * still cleans up after a connection that was cut may take a file away between list and look.
 */
export async function readFolder(root: string): Promise<Map<string, string>> {
  const contents = new Map<string, string>()
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name).slice(root.length + 1)
    if (!entry.isFile() || isManifest(path)) continue
    const content = await readFile(join(root, path), 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    })
    if (content !== null) contents.set(path, content)
  }
  return contents
}

/** Writes a file as somebody else would. */
export async function plantFile(root: string, path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), content)
}

/** SHA-256 (hex) of what comes. */
export async function hashOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}
