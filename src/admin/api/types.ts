/** Names for the answers of the API. */

import type { Reply } from './client.js'

export type Hash = Readonly<Record<string, unknown>>

/** Another view than that of the page: a change set, or undefined for the site. */
export interface View {
  readonly change_set?: string | undefined
}

export type Site = Reply<'getSite'>
/** The theme of a site. */
export type SiteTheme = NonNullable<Reply<'getSiteJekyll'>['theme']>
export type Domain = Reply<'listDomains'>[number]
export type Session = Reply<'getSession'>
export type User = Reply<'listSiteUsers'>[number]
/** A file, with the documents that use it. */
export type StoredFile = Reply<'listMedia'>[number]
export type Webhook = Reply<'listWebhooks'>[number]
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
