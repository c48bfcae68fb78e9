/**
 * What a target must be able to do to hold the files of a site: the whole of it.
 *
 * Paths are relative to the folder, bucket prefix or container of the target and have passed
 * `checkPath`. A store lives for one deployment; its methods may be called `parallel` times at
 * once. They throw `DeployError` or what their library throws, and never try again by themselves
 * except to renew a token: whether to try again is decided by who calls.
 */
export interface FileStore {
  /** Where files go, for people and without credentials: `web@ftp.example.org/www`. */
  readonly place: string
  /** How many methods may run at once. */
  readonly parallel: number
  /** Whether `list` costs few requests, so that drift is looked for every time. */
  readonly listsCheaply: boolean
  /** Fingerprint of the SSH host key found. */
  readonly hostKey?: string

  /** Every file below, with names that are safe to use again; `odd` counts all other entries. */
  list(): Promise<Listing>
  /** One file, or null where there is none. */
  stat(path: string): Promise<RemoteFile | null>
  /** The content of a file of at most `limit` bytes, or null where there is none. */
  read(path: string, limit: number): Promise<Uint8Array | null>
  /** Writes a file, replacing what is there, and makes sure that all of it has arrived. */
  put(path: string, content: Content, options?: PutOptions): Promise<Stored>
  /** Removes a file; one that is not there is removed already. */
  remove(path: string): Promise<void>
  /**
   * Moves a file over whatever is at `to`, at once. A store that has this gets its files under
   * temporary names first. Throws `not_found` where there is no `from`.
   */
  readonly rename?: (from: string, to: string) => Promise<void>
  /**
   * Sizes of the files beside the manifest, by name, in one listing, which may leave out those that
   * begin with a dot. A store where the size of each file is a question of its own has this.
   */
  readonly sizes?: () => Promise<ReadonlyMap<string, number | null>>
  /** Removes a folder if it is empty. Stores without folders do not have this. */
  readonly removeFolder?: (path: string) => Promise<void>
  /** Ends every connection at once. Never throws. */
  close(): Promise<void>
}

export interface PutOptions {
  /** True where the caller will make sure of the size, by `sizes`. */
  readonly sizeLater: boolean
}

/** A file on the target: `version` is its ETag, `size` null where the target does not tell. */
export interface RemoteFile {
  readonly size: number | null
  readonly version?: string
}

export interface Listing {
  readonly files: ReadonlyMap<string, RemoteFile>
  /** Entries that cannot be ours: links, hostile names, too deep. They are left alone. */
  readonly odd: number
}

/** What to put: a file of the release, or bytes in memory. `path` decides type and caching. */
export interface Content {
  /** The path that the content will be served at, which may not be where it is put first. */
  readonly path: string
  readonly size: number
  readonly sha256: string
  readonly md5?: string
  readonly source: ContentSource
}

export type ContentSource =
  | { readonly file: string; readonly bytes?: never }
  | { readonly bytes: Uint8Array; readonly file?: never }

/** What a target says about a file that it has taken. */
export interface Stored {
  readonly md5?: string
  readonly version?: string
}

/** Opens a store for one deployment; the signal ends whatever it has under way. */
export type OpenStore = (signal: AbortSignal) => Promise<FileStore>

/**
 * Limits on what a target may make us read (src/deploy/README.md: the remote lies): entries of one
 * listing in all, characters of their names, bytes of all its answers and of one, levels of folders.
 */
export const listingLimits = {
  files: 500_000,
  names: 64 * 1024 * 1024,
  inAll: 256 * 1024 * 1024,
  depth: 32,
  bytes: 64 * 1024 * 1024,
}
