/** What the API answers, as far as the admin reads it. */

export type RoleKind = 'admin' | 'publisher' | 'writer'
export type Visibility = 'visible' | 'hidden' | 'draft'
export type Hash = Readonly<Record<string, unknown>>

export interface User {
  readonly id: string
  readonly email: string
  readonly firstname: string
  readonly lastname: string
  readonly fullname: string
  readonly role?: RoleKind
  readonly role_id?: string
}

export interface Session {
  readonly id: string
  readonly csrf_token?: string
  readonly created_at: string
  readonly last_seen_at: string
  readonly expires_at: string
  readonly address: string
  readonly user_agent: string
  readonly current: boolean
  readonly user: User & { readonly is_admin: boolean }
}

export interface KeyPair {
  readonly api_key: string
  readonly api_secret: string
}

export type JobKind = 'publish' | 'preview' | 'sync'

interface JobSlot {
  readonly id: string | null
  readonly last_at: string | null
  readonly last_error: string | null
  readonly last_id: string | null
}

export interface Site {
  readonly id: string
  readonly title: string
  readonly domain: string
  readonly cname: string
  readonly timezone: string
  readonly metadata: Hash
  readonly defaults: readonly unknown[]
  readonly jobs: Readonly<Record<JobKind, JobSlot>>
  readonly user_id: string
  readonly live_url: string | null
  readonly preview_url: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly config_error?: string
  readonly hosting?: string
  readonly hosting_options?: Readonly<Record<string, string>>
  readonly sync?: string
  readonly sync_options?: Readonly<Record<string, string>>
}

export interface Collection {
  readonly id: string
  readonly title: string
  readonly path: string
  readonly output: boolean
  readonly permalink: string | null
}

/** A document or a page without its text. */
export interface Entry {
  readonly id: string
  readonly type: 'document' | 'page'
  readonly title: string
  readonly filename: string
  readonly path: string
  readonly basename: string
  readonly tags?: readonly string[]
  readonly categories?: readonly string[]
  readonly date: string | null
  readonly sha: string
  readonly visibility: Visibility
  readonly permalink: string | null
  readonly url: string
  readonly site_id: string
  readonly user_id: string
  readonly metadata: Hash
  readonly created_at: string
  readonly updated_at: string
  readonly front_matter_error?: {
    readonly line: number
    readonly column: number
    readonly reason: string
  }
}

export interface FullEntry extends Entry {
  readonly body: string
}

export interface StoredFile {
  readonly filename: string
  readonly basename: string
  readonly directory: string
  readonly content_type: string
  readonly url: string
  readonly filesize: number
  readonly sha: string
  readonly download_url: string
  readonly updated_at: string
  readonly user_id: string
}

export interface Role {
  readonly id: string
  readonly kind: RoleKind
  readonly user_id: string
}

export interface Revision {
  readonly sha: string | null
  readonly commit: string
  readonly message: string
  readonly user_id: string
  readonly author: { readonly name: string; readonly email: string }
  readonly path: string
  readonly created_at: string
}

export interface Release {
  readonly id: string
  readonly commit: string
  readonly live: boolean
  readonly files: number
  readonly bytes: number
  readonly created_at: string
}

/** One event of a job. */
export interface JobEvent {
  readonly status: 'working' | 'complete' | 'error'
  readonly message: string
}

/** One of several fields, as a conflict tells them. */
type Version = Hash & { readonly body?: string }

export interface Conflict {
  readonly base: Version
  readonly theirs: Version
  readonly merged: Version
}
