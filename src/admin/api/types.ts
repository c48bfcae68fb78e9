/** Names for the answers of the API. */

import type { Reply } from './client.js'

export type Hash = Readonly<Record<string, unknown>>
export type Site = Reply<'getSite'>
export type Session = Reply<'getSession'>
export type User = Reply<'listSiteUsers'>[number]
/** A file, with the documents that use it. */
export type StoredFile = Reply<'listMedia'>[number]
export type Release = Reply<'listReleases'>[number]
export type Revision = Reply<'listDocumentHistory'>[number]
export type KeyPair = Reply<'rotateKeys'>
export type RoleKind = Reply<'getRole'>['kind']
export type JobKind = 'publish' | 'preview' | 'sync'

type DocumentOnly = 'type' | 'tags' | 'categories'

/** A document or page without its body. */
export type Entry = Omit<Reply<'listPages'>[number], DocumentOnly | 'body'> & {
  readonly type: 'document' | 'page'
  readonly tags?: readonly string[]
  readonly categories?: readonly string[]
}

export type FullEntry = Entry & { readonly body: string }
export type Visibility = Entry['visibility']

/** One event of a job. */
export interface JobEvent {
  readonly status: 'working' | 'complete' | 'error'
  readonly message: string
}
