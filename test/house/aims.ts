/** What the measures of the house are held against, and what they do not count. */

/** Files side by side in a folder. */
export const BESIDE_AT_MOST = 25

/** Lexers and their words are tables: one a language, however many there are. */
export const TABLES = /^src\/highlight\/(lexers|words)$/

/** Entries of programs and of the package: others import them by name. */
export const ENTRIES =
  /^src\/(kramdown\/markdown|liquid\/engine|highlight\/highlight|client\/\w+|admin\/main|cli\/main)\.tsx?:/
