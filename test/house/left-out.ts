/** What the measures of the house do not count. */

/** Lexers and their words are tables: one a language, however many there are. */
export const TABLES = /^src\/highlight\/(lexers|words)$/

/** Entries of programs and of the package: others import them by name. */
export const ENTRIES =
  /^src\/(kramdown\/markdown|liquid\/engine|highlight\/highlight|client\/\w+|admin\/main|cli\/main)\.tsx?:/
