/**
 * Bringing a release to a target.
 *
 * A release is a folder of files with their checksums; a target is a hosting with its options. A
 * `Deployer` does the whole of it. Targets that only hold files (FTP, SFTP, S3, Swift) implement
 * `FileStore` and are lifted by `filesDeployer`, which decides with the pure `plan`; a git host
 * implements `Deployer` itself. Nothing here knows sites, jobs or databases: what the last
 * deployment left is given (`previous`), and what this one leaves is returned (`manifest`).
 *
 * Invariants: a page goes live after the assets it may name and before the ones it may have lost;
 * files that no manifest lists are never deleted; a deployment that broke off is repaired by the
 * next one; an error is one `DeployError` sentence and holds no secret.
 *
 * @see src/http/README.md (Sites)
 */

/** What is known of one file: checksums in lower-case hex, the size in bytes. */
export interface FileFacts {
  readonly sha256: string
  readonly size: number
  readonly md5?: string
  /** What the target calls this content (an ETag), where it has such a thing. */
  readonly version?: string
}

/** A built site: `files` maps paths (`/` between segments) to what is in them. */
export interface Release {
  readonly id: string
  /** Absolute path of where a file of `files` lies. */
  readonly fileOf: (path: string) => string
  readonly files: ReadonlyMap<string, FileFacts>
}

/**
 * What a deployment has put on a target. One copy is kept there (`.galley-manifest.json`), one by
 * the caller, who gives it back as `previous` the next time.
 */
export interface Manifest {
  readonly release: string
  readonly files: ReadonlyMap<string, FileFacts>
  /** Files of a release whose deployment began and has not ended: each path may hold either. */
  readonly pending?: ReadonlyMap<string, FileFacts>
}

/** Every path that a manifest names, once. */
export function* oursIn(manifest: Manifest | null): Generator<string> {
  if (manifest === null) return
  yield* manifest.files.keys()
  for (const path of manifest.pending?.keys() ?? []) {
    if (!manifest.files.has(path)) yield path
  }
}

/** What a finished deployment did, with what the caller has to keep. */
export interface Deployment {
  readonly manifest: Manifest
  readonly uploaded: number
  readonly removed: number
  readonly unchanged: number
  /** Bytes sent. */
  readonly bytes: number
  /** Sentences for the job's log: what was found that is not ours, what had changed there. */
  readonly notes: readonly string[]
  /** SHA-256 fingerprint of the SSH host key found, to be pinned by the caller. */
  readonly hostKey?: string
  /** oid of the commit pushed. */
  readonly commit?: string
}

export interface DeployContext {
  /** Manifest of the last good deployment to this very target, or null. */
  readonly previous: Manifest | null
  /** Takes one sentence of progress, such as `Uploaded 12 of 30 files (1.2 MB of 4 MB)`. */
  readonly report: (message: string) => void
  /** Ends the deployment within two seconds, whatever the other side does. */
  readonly signal: AbortSignal
}

export interface Deployer {
  /**
   * @throws DeployError with one sentence; `cancelled` when the signal was the reason. The target
   *   then serves only pages whose assets exist, and the next deployment repairs it.
   */
  deploy(release: Release, context: DeployContext): Promise<Deployment>
}
