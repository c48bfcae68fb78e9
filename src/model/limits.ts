/**
 * What one request or one file may hold at most: one event loop serves everybody, so what is worked on
 * in one piece has to be small. Sizes of whole bodies are settings (`config.ts`).
 */

/** Values of a JSON body: each entry of an object or a list, at whatever depth. */
export const MAX_JSON_VALUES = 50_000

/** Objects and lists in one another. */
export const MAX_JSON_DEPTH = 100

/** `tags`, `categories`, rules of `defaults`: entries of a list in a request. */
export const MAX_LIST_ITEMS = 1000

/** Keys and values of `metadata` or `defaults` in a request, at whatever depth. */
const MAX_METADATA_VALUES = 5000

/** What an error names of all that is wrong; the rest is counted. */
export const MAX_ERROR_DETAILS = 20

/** Bytes of front matter that is edited and indexed; a longer one is built, but shows as an error. */
export const MAX_FRONT_MATTER_BYTES = 256 * 1024

/** Keys and values of such front matter, aliases written out. */
export const MAX_FRONT_MATTER_VALUES = 12_000

/** Lines of it: blank ones are no values, and cost as much to read. */
export const MAX_FRONT_MATTER_LINES = 30_000

/**
 * Bytes of a document or page, front matter and all. A longer file is a static file for the API, whatever
 * is in it; it is built as it is.
 */
export const MAX_TEXT_BYTES = 4 * 1024 * 1024

/** Lines of a text between the first and the last change of either side that are merged. */
export const MAX_MERGED_LINES = 10_000

/** Bytes of `_config.yml`. */
export const MAX_CONFIG_BYTES = 256 * 1024

/** `metadata` or `defaults` in a request, before it is written as YAML: more could not be read back. */
export const METADATA_BUDGET = {
  values: MAX_METADATA_VALUES,
  characters: MAX_FRONT_MATTER_BYTES,
  lines: MAX_FRONT_MATTER_LINES,
} as const

/** Events of a site that who comes back to a stream can still be told. */
export const MAX_EVENTS_KEPT = 500

/** Paths that an event names of what a commit changed; the rest is counted. */
export const MAX_EVENT_PATHS = 100

/** Bytes of paths in the events that are kept of a site. */
export const MAX_EVENT_PATH_BYTES = 1024 * 1024

/** People who can be at work on one site. */
export const MAX_PRESENT = 1000

/** Widths in pixels in which thumbnails are made. */
export const THUMBNAIL_WIDTHS = [160, 320, 640, 1280] as const

/** Pixels and bytes of an image of which a thumbnail is made. */
export const MAX_THUMBNAIL_PIXELS = 64_000_000
export const MAX_THUMBNAIL_SOURCE_BYTES = 64 * 1024 * 1024

/** Thumbnails that wait to be made, of a site and in all. */
export const MAX_THUMBNAILS_WAITING_OF_SITE = 200
export const MAX_THUMBNAILS_WAITING = 1000

/** Bytes of thumbnails that are kept on disk. */
export const MAX_THUMBNAILS_KEPT_BYTES = 256 * 1024 * 1024

/** Files on one page of a list of media, whatever `per_page` says: each of them is looked into. */
export const MAX_MEDIA_ON_PAGE = 200

/** Texts that are told to use a file. */
export const MAX_USES = 20

/** Characters of a text that the search over texts looks at; what follows is not found. */
export const MAX_SEARCHED_CHARACTERS = 100_000

/** Results of one page of the search over texts. */
export const MAX_SEARCH_PAGE = 100

/** Bytes of texts that one list holds in memory; what a page has beyond is read as it is sent. */
export const MAX_LIST_PART_BYTES = 8 * 1024 * 1024

/** Bytes of answers that clients have not read yet, of one user (or address) and in all. */
export const MAX_UNREAD_BYTES_OF_USER = 128 * 1024 * 1024
export const MAX_UNREAD_BYTES = 512 * 1024 * 1024

/** Characters of a page of unsaved text, which is in memory whole, here and there. */
export const MAX_SHOWN_CHARACTERS = 16 * 1024 * 1024

/** Characters of a page that a site is built with. */
export const MAX_PAGE_CHARACTERS = 64 * 1024 * 1024

/** Searches and filtered lists that wait for their turn, of one user and in all. */
export const MAX_SEARCHES_WAITING_OF_USER = 50
export const MAX_SEARCHES_WAITING = 1000

/** Long YAML that waits to be read or changed in its thread, of the requests for one site and of all. */
export const MAX_YAML_WAITING_OF_SITE = 20
export const MAX_YAML_WAITING = 200

/** Versions of a file that its history has, the newest ones. They are read in one turn. */
export const MAX_VERSIONS = 10_000
