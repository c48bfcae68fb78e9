/**
 * The interface of deployment: bring a release to a target.
 *
 * A release is a folder of files with their checksums; a target is a hosting with its options. A `Deployer` does all
 * the work. Targets that only store files (FTP, SFTP, S3, Swift) implement `FileStore`, and `filesDeployer` makes a
 * deployer of it; a git host implements `Deployer` itself. Nothing here knows sites, jobs or databases: the caller
 * passes in the result of the last deployment (`previous`) and stores the new one (`manifest`).
 *
 * Invariants: a page goes live after the assets that it needs, and old assets are deleted after the pages that used
 * them. Files that no manifest lists are never deleted. The next deployment repairs one that was interrupted. Every
 * error is a `DeployError` of one sentence without secrets.
 *
 * @see src/http/README.md (Sites)
 */

/** Facts about one file: checksums in lower-case hex, size in bytes. */
export interface FileFacts {
  readonly sha256: string
  readonly size: number
  readonly md5?: string
  /** The target's ETag for this content, if it has ETags. */
  readonly version?: string
}

/** A built site: `files` has the facts by path (segments separated by `/`). */
export interface Release {
  readonly id: string
  /** Absolute path of a file on this machine. */
  readonly fileOf: (path: string) => string
  readonly files: ReadonlyMap<string, FileFacts>
}

/**
 * The files that a deployment has put on a target. One copy is stored on the target (`.galley-manifest.json`),
 * another by the caller, who passes it as `previous` to the next deployment.
 */
export interface Manifest {
  readonly release: string
  readonly files: ReadonlyMap<string, FileFacts>
  /** Files of a release whose deployment has begun and not ended: the target may have either version of each path. */
  readonly pending?: ReadonlyMap<string, FileFacts>
}

/** The result of a deployment; the caller stores part of it. */
export interface Deployment {
  readonly manifest: Manifest
  readonly uploaded: number
  readonly removed: number
  readonly unchanged: number
  /** Bytes sent. */
  readonly bytes: number
  /** Sentences for the job's log: foreign files and changed files that were found. */
  readonly notes: readonly string[]
  /** SHA-256 fingerprint of the SSH host key; the caller pins it. */
  readonly hostKey?: string
  /** Id of the pushed commit. */
  readonly commit?: string
}

export interface DeployContext {
  /** Manifest of the last successful deployment to exactly this target, or null. */
  readonly previous: Manifest | null
  /** True to compare with what is there, even where nothing tells that somebody else has changed it. */
  readonly compares?: boolean
  /** Takes one sentence of progress, such as `Uploaded 12 of 30 files (1.2 MB of 4 MB)`. */
  readonly report: (message: string) => void
  /** Ends the deployment within two seconds, even if the target does not answer. */
  readonly signal: AbortSignal
}

export interface Deployer {
  /**
   * @throws DeployError with one sentence; `cancelled` if the signal was aborted. The target then serves only pages
   *   whose assets exist, and the next deployment repairs it.
   */
  deploy(release: Release, context: DeployContext): Promise<Deployment>
}
