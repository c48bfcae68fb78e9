/** `galley site import`: creates a site from a ZIP or a folder. */

import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { UploadInput } from '../../client/client.js'
import type { Api } from '../api.js'
import { CommandError } from '../command-error.js'
import { followJob } from '../follow.js'
import { printJson } from '../output.js'
import { requireRegularFile } from '../regular-file.js'
import { configOf } from '../settings.js'
import type { SiteFlags } from './flags.js'
import { withServer } from '../with-server.js'

/** Folders that are not part of a source: git history, packages, build output. */
const LEFT_OUT = new Set(['.git', 'node_modules', '_site', '.jekyll-cache', '.sass-cache'])

export async function importSite(source: string, flags: SiteFlags): Promise<void> {
  requireRegularFile(source)
  const folder = await mkdtemp(path.join(tmpdir(), 'galley-import-'))
  try {
    const name = path.basename(path.resolve(source))
    const file = (await isFolder(source)) ? await packFolder(source, folder) : source
    const zipName = file === source ? name : `${name}.zip`
    const { title, domain } = flags
    const fields = {
      ...(title !== undefined && { title }),
      ...(domain !== undefined && { domain }),
    }
    // As a blob, so that a large ZIP is streamed and never entirely in memory.
    const zip = { file: await openAsBlob(file), filename: zipName, fields }
    const upload = (api: Api) => send(api, zip, flags)
    await withServer(configOf({ ...flags }), upload, flags.as)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function isFolder(source: string): Promise<boolean> {
  const found = await stat(source).catch(() => null)
  if (!found) throw new CommandError(`There is no file or folder ${source}.`)
  return found.isDirectory()
}

async function send(api: Api, upload: UploadInput<'importSite'>, flags: SiteFlags): Promise<void> {
  const { job_id: jobId, site_id: id } = (await api.upload('importSite', upload)).data
  const end = await followJob(api, jobId, { quiet: flags.json === true })
  if (flags.json === true) {
    const status = end.ok ? 'complete' : 'error'
    return printJson({ id, job_id: jobId, status, message: end.message })
  }
  if (end.ok) console.log(id)
}

/**
 * Packs a folder into a ZIP, without symbolic links, which a site cannot contain.
 *
 * @returns the path of the ZIP
 */
async function packFolder(source: string, folder: string): Promise<string> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const failed = new Promise<never>((_resolve, reject) => zip.once('error', reject))
  const file = path.join(folder, 'import.zip')
  let count = 0
  for await (const name of filesBelow(source, '')) {
    zip.addFile(path.join(source, name), name)
    count += 1
  }
  if (count === 0) throw new CommandError(`There are no files to import in ${source}.`)
  zip.end()
  await Promise.race([pipeline(zip.outputStream, createWriteStream(file)), failed])
  return file
}

async function* filesBelow(root: string, folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(path.join(root, folder), { withFileTypes: true })) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isFile() && entry.name !== '.git') yield name
    if (entry.isDirectory() && !LEFT_OUT.has(entry.name)) yield* filesBelow(root, name)
  }
}
