/** What was done, by whom: the rows of the audit log. @see src/http/README.md (Audit) */

/** Done; refused for want of rights or credentials; or broken off by a fault, perhaps after a change was made. */
export const AUDIT_OUTCOMES = ['done', 'refused', 'failed'] as const

export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number]

/** What an operation has made. */
export interface AuditMade {
  /** oid of the last commit. */
  readonly commit?: string
  readonly releaseId?: string
  /** Where the release was sent; none for the built-in host. */
  readonly deployment?: string
}

/** One thing that was done or tried, before it is stored. What is not known is null. */
export interface AuditEntry {
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  /** Null for the server itself, and for an unknown caller. */
  readonly userId: string | null
  /** E-mail address of the user at that time. */
  readonly email: string | null
  /** Id of the access token that was used. */
  readonly tokenId: string | null
  readonly address: string | null
  /** An operation of the API, or what the server does by itself. */
  readonly operation: string
  readonly siteId: string | null
  /** On what: an id or a path. */
  readonly target: string | null
  readonly outcome: AuditOutcome
  /** Of the answer. */
  readonly status: number | null
  readonly requestId: string | null
  readonly jobId: string | null
  readonly commit: string | null
  readonly releaseId: string | null
  readonly deployment: string | null
}

export interface AuditRow extends AuditEntry {
  /** Counts from 1, without gaps. */
  readonly seq: number
  /** SHA-256 over the row and the hash of the one before, in hexadecimal. */
  readonly hash: string
}

/** Which rows; all that is given must hold. */
export interface AuditFilter {
  readonly siteId?: string | undefined
  readonly userId?: string | undefined
  readonly operation?: string | undefined
  readonly outcome?: AuditOutcome | undefined
  /** Milliseconds since the Unix epoch, inclusive. */
  readonly from?: number | undefined
  /** Exclusive. */
  readonly to?: number | undefined
}

/** Rows that are kept, whatever their age; then the oldest go. */
export const MAX_AUDIT_ROWS = 250_000

/** Longest `target` in characters. */
export const MAX_AUDIT_TARGET = 500
