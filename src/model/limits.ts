/**
 * Limits of requests and files. One event loop serves everybody, so what is processed in one piece has to be small.
 * The sizes of whole bodies are settings (`config.ts`).
 */

/** Values in a JSON body: each entry of an object or a list, at any depth. */
export const MAX_JSON_VALUES = 50_000

/** Levels of nested objects and lists. */
export const MAX_JSON_DEPTH = 100

/** Entries of a list in a request: `tags`, `categories`, rules of `defaults`. */
export const MAX_LIST_ITEMS = 1000

/** Keys and values of `metadata` or `defaults` in a request, at any depth. */
const MAX_METADATA_VALUES = 5000

/** Details in an error; the others are only counted. */
export const MAX_ERROR_DETAILS = 20

/** Bytes of front matter that is edited and indexed. Longer front matter is built, but is shown as an error. */
export const MAX_FRONT_MATTER_BYTES = 256 * 1024

/** Characters that YAML aliases may add to those of a front matter. */
export const MAX_FRONT_MATTER_REPEATED = 16 * 1024

/** Keys and values of such front matter; the values of an alias count each time. */
export const MAX_FRONT_MATTER_VALUES = 12_000

/** Lines of such front matter. Blank lines are not values, but take as long to read. */
export const MAX_FRONT_MATTER_LINES = 30_000

/**
 * Bytes of a document or page, with its front matter. For the API, a longer file is a static file, whatever its
 * content; builds render it as usual.
 */
export const MAX_TEXT_BYTES = 4 * 1024 * 1024

/** Lines from the first to the last change of either side, for which a merge is tried. */
export const MAX_MERGED_LINES = 10_000

/** Bytes of `_config.yml`. */
export const MAX_CONFIG_BYTES = 256 * 1024

/** Bytes, lines, keys and values, and levels of a data file that is shown as a form. */
export const MAX_DATA_BYTES = 256 * 1024
export const MAX_DATA_LINES = MAX_FRONT_MATTER_LINES
export const MAX_DATA_VALUES = 20_000
export const MAX_DATA_DEPTH = 12

/** Changes of a data file in one request; each is read again. */
export const MAX_DATA_EDITS = 100

/** Bytes of a data file that is shown as source. */
export const MAX_DATA_SOURCE_BYTES = 1024 * 1024

/** Templates of a collection, or of pages. */
export const MAX_TEMPLATES = 100

/** Data files of a site that are listed. */
export const MAX_DATA_FILES = 1000

/** Collections in `_config.yml`, and characters of their names: as a folder, `_name` has at most 255 bytes. */
export const MAX_COLLECTIONS = 500
export const MAX_LABEL_CHARACTERS = 254

/** Characters of `collections_dir`, which is a part of what is told of each collection. */
export const MAX_COLLECTIONS_DIR_CHARACTERS = 512

/** Rules in `defaults` of `_config.yml`, each of which is checked for each file. */
export const MAX_DEFAULT_RULES = MAX_LIST_ITEMS

/** Keys and values in all these rules together, which are merged for each kind of file. */
export const MAX_DEFAULT_VALUES = MAX_METADATA_VALUES

/** Names in `markdown_ext`. */
export const MAX_MARKDOWN_EXTENSIONS = 100

/** Characters of the defaults of `_config.yml` that are kept with each document or page, as JSON. */
export const MAX_DEFAULTS_CHARACTERS = 8 * 1024

/** Of these, characters of all tags, and of all categories. */
export const MAX_DEFAULT_TERMS_CHARACTERS = 512

/** Limits of `metadata` or `defaults` in a request: as YAML, more could not be read again. */
export const METADATA_BUDGET = {
  values: MAX_METADATA_VALUES,
  characters: MAX_FRONT_MATTER_BYTES,
  lines: MAX_FRONT_MATTER_LINES,
  isExact: true,
} as const

/** Events of a site that are kept for clients which resume a stream. */
export const MAX_EVENTS_KEPT = 500

/** Changed paths in the event of a commit; the others are only counted. */
export const MAX_EVENT_PATHS = 100

/** Bytes of paths in the events that are kept for a site. */
export const MAX_EVENT_PATH_BYTES = 1024 * 1024

/** Users who are shown as present on one site. */
export const MAX_PRESENT = 1000

/** Widths in pixels in which thumbnails are made. */
export const THUMBNAIL_WIDTHS = [160, 320, 640, 1280] as const

/** Pixels and bytes of an image for which thumbnails are made. */
export const MAX_THUMBNAIL_PIXELS = 64_000_000
export const MAX_THUMBNAIL_SOURCE_BYTES = 64 * 1024 * 1024

/** Thumbnails that wait to be made, per site and in all. */
export const MAX_THUMBNAILS_WAITING_OF_SITE = 200
export const MAX_THUMBNAILS_WAITING = 1000

/** Bytes of thumbnails that are kept on disk. */
export const MAX_THUMBNAILS_KEPT_BYTES = 256 * 1024 * 1024

/** Files on one page of a list of media, whatever `per_page` says, because each of them is opened. */
export const MAX_MEDIA_ON_PAGE = 200

/** Texts that are listed as using a file. */
export const MAX_USES = 20

/** Characters of a text that the full-text search covers; what follows is not found. */
export const MAX_SEARCHED_CHARACTERS = 100_000

/**
 * Places in the texts of all sites at which a word begins as the last word of a search. Beyond, the words can't be
 * looked up in a short time.
 */
export const MAX_PREFIX_PLACES = 200_000

/** Bytes of texts that are read instead, to find such words. In more texts, only whole words are found. */
export const MAX_PREFIX_READ_BYTES = 2 * 1024 * 1024

/** Results on one page of the full-text search. */
export const MAX_SEARCH_PAGE = 100

/** Bytes of texts that a list holds in memory; the other texts of a page are read while it is sent. */
export const MAX_LIST_PART_BYTES = 8 * 1024 * 1024

/** Bytes of answers that clients have not read yet, per user (or address) and in all. */
export const MAX_UNREAD_BYTES_OF_USER = 128 * 1024 * 1024
export const MAX_UNREAD_BYTES = 512 * 1024 * 1024

/** Characters of the page for an unsaved text; the whole page is in the memory of two processes. */
export const MAX_SHOWN_CHARACTERS = 16 * 1024 * 1024

/** Characters of a page in a build. */
export const MAX_PAGE_CHARACTERS = 64 * 1024 * 1024

/** Searches and filtered lists that wait for the search thread, per user and in all. */
export const MAX_SEARCHES_WAITING_OF_USER = 50
export const MAX_SEARCHES_WAITING = 1000

/** Pages of unsaved texts that wait to be rendered, per site, per user and in all. */
export const MAX_RENDERS_WAITING_OF_SITE = 50
export const MAX_RENDERS_WAITING_OF_USER = 50
export const MAX_RENDERS_WAITING = 1000

/** Long YAML that waits for the YAML thread, per site and in all. */
export const MAX_YAML_WAITING_OF_SITE = 20
export const MAX_YAML_WAITING = 200

/** Versions in the history of a file: the newest ones. */
export const MAX_VERSIONS = 10_000
