/**
 * What a target must be able to do to store the files of a site. Nothing else is asked of it.
 *
 * Paths are relative to the target's folder, bucket prefix or container and have passed `checkPath`. A store is
 * opened for one deployment; at most `parallel` methods run at once. They throw `DeployError` or the error of their
 * library. They never retry, except to renew a token: that is the caller's decision.
 */
export interface FileStore {
  /** The place of the files, for people, without credentials: `web@ftp.example.org/www`. */
  readonly place: string
  /** How many methods may run at once. */
  readonly parallel: number
  /**
   * True if `list` takes few requests: then every deployment lists the target, to find files that somebody changed.
   */
  readonly listsCheaply: boolean
  /** Fingerprint of the server's SSH host key. */
  readonly hostKey?: string

  /** All files. Only safe names are returned; `odd` counts the other entries. */
  list(received?: Received): Promise<Listing>
  /** A file, or null if there is none. */
  stat(path: string): Promise<RemoteFile | null>
  /** The content of a file of at most `limit` bytes, or null if there is none. */
  read(path: string, limit: number, received?: Received): Promise<Uint8Array | null>
  /** Writes a file, replaces an existing one, and checks that all bytes have arrived. */
  put(path: string, content: Content, options?: PutOptions): Promise<Stored>
  /** Removes a file. A missing file is no error. */
  remove(path: string): Promise<void>
  /**
   * Renames a file, atomically replacing what is at `to`. Throws `not_found` if there is no `from`. If a store has
   * this, files are uploaded under temporary names first.
   */
  readonly rename?: (from: string, to: string) => Promise<void>
  /**
   * Sizes by name of the files in the folder of the manifest, in one listing; may leave out names that begin with a
   * dot. For stores that need a separate request for the size of each file.
   */
  readonly sizes?: (received?: Received) => Promise<ReadonlyMap<string, number | null>>
  /** Removes a folder if it is empty. Stores without folders do not have this. */
  readonly removeFolder?: (path: string) => Promise<void>
  /** Ends every connection at once. Never throws. */
  close(): Promise<void>
}

/** To be called with the bytes that the target has sent, and with the number of folders that it has begun to list. */
export type Received = (bytes: number, folders?: number) => void

export interface PutOptions {
  /** True if the caller checks the size later with `sizes`. */
  readonly sizeLater: boolean
}

/** A file on the target: `version` is its ETag; `size` is null if the target does not tell. */
export interface RemoteFile {
  readonly size: number | null
  readonly version?: string
}

export interface Listing {
  readonly files: ReadonlyMap<string, RemoteFile>
  /** Number of entries that Galley cannot have written: links, unsafe names, too many levels. They are ignored. */
  readonly odd: number
}

/** Content to upload: a file of the release, or bytes in memory. `path` decides type and caching. */
export interface Content {
  /** The path that the content will be served at; it may be uploaded under another name first. */
  readonly path: string
  readonly size: number
  readonly sha256: string
  readonly md5?: string
  readonly source: ContentSource
}

export type ContentSource =
  | { readonly file: string; readonly bytes?: never }
  | { readonly bytes: Uint8Array; readonly file?: never }

/** What the target reported about an uploaded file. */
export interface Stored {
  readonly md5?: string
  readonly version?: string
}

/** Opens a store for one deployment. The signal ends all its requests. */
export type OpenStore = (signal: AbortSignal) => Promise<FileStore>

/**
 * Limits of one listing (src/deploy/README.md): entries, characters of their names, bytes of all answers and of one,
 * levels of folders.
 */
export const listingLimits = {
  files: 500_000,
  names: 64 * 1024 * 1024,
  inAll: 256 * 1024 * 1024,
  depth: 32,
  bytes: 64 * 1024 * 1024,
}
