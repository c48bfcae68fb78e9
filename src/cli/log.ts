/** The log of the server. */

import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino'

/**
 * Creates the operator's log: lines of JSON. Errors are written with type, message, code and stack; pino would
 * write an error under a key other than `err` as `{}`.
 *
 * @param level the lowest level that is written
 */
export function createLog(level: string, to: DestinationStream): Logger {
  return pino({ level, serializers: { error: describeThrown } }, to)
}

/** Leaves out all other properties of errors, because some contain request data with secrets. */
function describeThrown(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown
  const { type, message, stack } = stdSerializers.err(thrown)
  const code = 'code' in thrown && { code: thrown.code }
  return { type, message: withoutLogins(message), stack: withoutLogins(stack), ...code }
}

/** Removes user names and passwords from URLs, which other programs print in their messages. */
function withoutLogins(text: string): string {
  return text.replaceAll(/\/\/[^\s/@]+@/g, '//***@')
}
