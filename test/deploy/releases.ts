/**
 * Releases made of literals, in folders of their own that are removed after the run.
 */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type {
  DeployContext,
  FileFacts,
  Manifest,
  Release,
} from '../../src/deploy/files/deployer.js'

const folders: string[] = []

/** A temporary folder, removed after the run. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-deploy-'))
  folders.push(folder)
  return folder
}

/** A release with this id and these files, path to content. */
export async function makeRelease(
  id: string,
  contents: Readonly<Record<string, string | Buffer>>,
): Promise<Release> {
  const root = await temporaryFolder()
  const files = new Map<string, FileFacts>()
  for (const [path, content] of Object.entries(contents)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
    files.set(path, factsOf(content))
  }
  return { id, fileOf: (path) => join(root, path), files }
}

/** The facts of a content, as a release has them. */
export function factsOf(content: string | Buffer): FileFacts {
  return {
    sha256: createHash('sha256').update(content).digest('hex'),
    size: Buffer.byteLength(content),
  }
}

/** A context that collects what is reported. */
export function makeContext(
  previous: Manifest | null = null,
  signal: AbortSignal = new AbortController().signal,
): DeployContext & { readonly reports: string[] } {
  const reports: string[] = []
  return { previous, signal, reports, report: (message) => void reports.push(message) }
}

after('remove the releases', async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})
