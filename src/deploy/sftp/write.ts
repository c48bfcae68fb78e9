/** Writes one file to an SFTP server, several chunks at a time. */

import { open } from 'node:fs/promises'
import { DeployError } from '../network/deploy-error.js'
import type { ContentSource } from '../files/file-store.js'
import { forEachParallel } from '../../system/parallel.js'
import { isGeneralFailure, type Sftp, sizeOf } from './requests.js'

const CHUNK_BYTES = 32 * 1024
const PARALLEL_CHUNKS = 16

/** @returns the size of the file on the server afterwards, in bytes */
export async function writeSftp(sftp: Sftp, path: string, source: ContentSource): Promise<number> {
  const handle = await sftp.create(path)
  try {
    if (source.bytes !== undefined) await writeBytes(sftp, handle, source.bytes)
    else await writeFile(sftp, handle, source.file)
    return sizeOf(await sftp.fstat(handle)) ?? 0
  } catch (error) {
    // SFTP version 3 has no status of its own for a full disk.
    if (isGeneralFailure(error)) {
      throw new DeployError(
        'remote_full',
        'the server could not write the file; its disk or quota is probably full',
      )
    }
    throw error
  } finally {
    await sftp.close(handle).catch(() => undefined)
  }
}

function* offsets(size: number): Generator<number> {
  for (let offset = 0; offset < size; offset += CHUNK_BYTES) yield offset
}

async function writeBytes(sftp: Sftp, handle: Buffer, bytes: Uint8Array): Promise<void> {
  await forEachParallel(offsets(bytes.length), PARALLEL_CHUNKS, (offset) =>
    sftp.write(handle, bytes.subarray(offset, offset + CHUNK_BYTES), offset),
  )
}

async function writeFile(sftp: Sftp, handle: Buffer, file: string): Promise<void> {
  const local = await open(file)
  try {
    const { size } = await local.stat()
    await forEachParallel(offsets(size), PARALLEL_CHUNKS, async (offset) => {
      const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - offset))
      const { buffer, bytesRead } = await local.read(chunk, { position: offset })
      await sftp.write(handle, buffer.subarray(0, bytesRead), offset)
    })
  } finally {
    await local.close()
  }
}
