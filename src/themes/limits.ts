/** What a theme may be at most; larger ones than these have not been seen. */

/** Bytes that are fetched: a gem, or the pack of a repository. */
export const MAX_PACKED_BYTES = 64 * 1024 * 1024
/** Bytes of all that is in it. */
export const MAX_UNPACKED_BYTES = 256 * 1024 * 1024
/** Files and folders in it. */
export const MAX_FILES = 20_000
/** Milliseconds to fetch it. */
export const MAX_FETCH_MS = 120_000
/** Milliseconds to unpack it. */
export const MAX_UNPACK_MS = 60_000
