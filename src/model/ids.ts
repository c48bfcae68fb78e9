/**
 * Ids of the API: 24 lower-case hexadecimal characters, random.
 *
 * @see src/http/README.md (Conventions)
 */

/** Makes a new id; passed in from `server.ts`, so that tests can count. */
export type NewId = () => string
