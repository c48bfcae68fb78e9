/** What the form of a new site holds, and the request that makes the site of it. */

import { toAscii } from '../../content/romanize.js'
import { call, upload } from '../api/client.js'
import { t } from '../text/text.js'
import { NO_REPOSITORY, repositoryInput, repositoryName } from './repository.js'

export type Kind = 'theme' | 'empty' | 'zip' | 'git'

/** The form's state. */
export interface NewSite {
  readonly kind: Kind
  readonly title: string
  /** Null until the user types one; until then it is derived from the title. */
  readonly domain: string | null
  readonly zone: string
  readonly file: File | null
  readonly repository: typeof NO_REPOSITORY
}

export function emptyInput(): NewSite {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  return { kind: 'theme', title: '', domain: null, zone, file: null, repository: NO_REPOSITORY }
}

export function isImport({ kind }: NewSite): boolean {
  return kind === 'zip' || kind === 'git'
}

export function isReady(input: NewSite): boolean {
  if (input.kind === 'zip') return input.file !== null
  if (input.kind === 'git') return input.repository.url.trim() !== ''
  return input.title.trim() !== ''
}

/** The typed domain, or one derived from the title or the imported site's name. */
export function domainOf({ kind, title, domain, file, repository }: NewSite): string {
  const source = kind === 'git' ? repositoryName(repository.url) : (file?.name ?? '')
  const name = title.trim() || (kind === 'zip' || kind === 'git' ? source : '')
  return domain ?? proposedDomain(name.replace(/\.zip$/i, ''))
}

/** A host name for a title, in ASCII letters. */
function proposedDomain(title: string): string {
  const name = toAscii(title)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 50)
  return name === '' ? '' : `${name}.localhost`
}

interface Attempt {
  /** Ends it, also in the middle of an upload. */
  readonly signal: AbortSignal
  readonly onProgress: (text: string) => void
}

/** Creates the site. @returns the path to open next @throws ApiError */
export async function makeSite(input: NewSite, { signal, onProgress }: Attempt): Promise<string> {
  const { kind, zone, file, repository } = input
  const title = input.title.trim()
  const domain = domainOf(input).trim()
  const named = { ...(title !== '' && { title }), ...(domain !== '' && { domain }) }
  if (kind === 'git') {
    onProgress(t('new-site.asking'))
    const body = { ...repositoryInput(repository), ...named }
    return `/imports/${(await call('importRepository', { body, signal })).job_id}`
  }
  if (kind === 'zip' && file) {
    const sent = await upload('importSite', {
      file,
      filename: file.name,
      fields: named,
      signal,
      onProgress: ({ sent: done, total }) =>
        onProgress(t('upload.progress', { count: Math.round((done / total) * 100) })),
    })
    return `/imports/${sent.job_id}`
  }
  const body = { title, domain, timezone: zone, empty: kind === 'empty' }
  return `/sites/${(await call('createSite', { body, signal })).id}`
}
